import CommandKit
import Core
import StreaksContract
import TrackingContract

/// Freezes for a person.
enum FreezeViews {
  static func stock(_ stock: FreezeStock, _ session: Session) -> any View {
    let screen = session.screen
    let sign = screen.profile.plain ? "" : "\(screen.sign(screen.theme.glyphs.shield)) "
    let count = stock.available == 1 ? "1 freeze" : "\(stock.available) freezes"
    return Paragraph(
      Text("\(sign)\(count) in stock", .protected)
        + Text(" (\(stock.earned) earned, \(stock.used) used)", .muted)
    )
  }

  static func offers(_ report: StreaksReport, _ session: Session) -> [any View] {
    report.offers.compactMap { offer -> Paragraph? in
      guard let streak = report.items.first(where: { $0.habit == offer.habit }) else { return nil }
      let title = report.titles.title(streak.title, streak.habit)
      let day = offer.day.relativeWords(today: session.today)
      let words = session.say(.freezeOffer, ["title": title, "day": day])
      let name = ShellWord.quoted(report.titles.name(streak.title, streak.habit))
      return Paragraph(Text("\(words) ") + Text("trellis freeze \(name)", .accent), hanging: 2)
    }
  }

  /// What became of freezes that were spent twice.
  static func returned(_ report: StreaksReport, _ session: Session) -> [any View] {
    report.returned.map { returned in
      let day = returned.day.relativeWords(today: session.today)
      let words = session.say(.freezeReturned, ["title": returned.title, "day": day])
      return Paragraph(Text(words), hanging: 2)
    }
  }

  static func of(_ report: StreaksReport, _ session: Session) -> [any View] {
    let offers = offers(report, session)
    let none: [any View] = [Paragraph(Text(session.say(.freezeNone)))]
    return [stock(report.freezes, session)] + (offers.isEmpty ? none : offers)
      + returned(report, session) + [Paragraph(Text(session.say(.freezeHow), .muted))]
  }

  static func used(_ document: FreezeUseDocument, _ session: Session) -> [any View] {
    let values = [
      "title": document.title, "day": document.day.relativeWords(today: session.today),
      "available": "\(document.available)",
    ]
    let screen = session.screen
    let sign = screen.profile.plain ? "" : "\(screen.sign(screen.theme.glyphs.shield)) "
    return [Paragraph(Text(sign, .protected) + Text(session.say(.freezeUsed, values)), hanging: 2)]
  }
}
