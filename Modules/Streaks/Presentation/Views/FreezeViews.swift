import Commands
import Core
import Presentation
import StreaksContract
import Terminal
import TrackingContract

/// The text views of freezes.
enum FreezeViews {
  static func stock(_ stock: FreezeStock, _ context: CommandContext) -> any View {
    let screen = context.screen
    let sign = screen.profile.plain ? "" : "\(screen.sign(screen.theme.glyphs.shield)) "
    return Paragraph(
      Text("\(sign)\(stock.words) in stock", .protected)
        + Text(" (\(stock.earned) earned, \(stock.used) used)", .muted)
    )
  }

  static func offers(
    _ report: StreaksReport,
    _ titles: DistinctTitles,
    _ saved: SavedRuns,
    _ context: CommandContext
  ) -> [any View] {
    report.offers.flatMap { offer -> [any View] in
      guard let streak = report.items.first(where: { $0.habit == offer.habit }) else { return [] }
      let title = titles.title(streak.title, streak.habit)
      let day = offer.day.relativeWords(today: context.today)
      let values = ["title": title, "day": day, "length": saved.words(offer)]
      let words = context.say(.freezeOffer(closesToday: offer.closesToday), values)
      let name = ShellWord.quoted(titles.name(streak.title, streak.habit))
      return [Paragraph(Text(words), hanging: 2), NextStep("trellis freeze \(name)")]
    }
  }

  /// Returns a sentence for each freeze that was given back because it was spent twice.
  static func returned(
    _ report: StreaksReport,
    _ titles: DistinctTitles,
    _ context: CommandContext
  ) -> [any View] {
    report.returned.map { returned in
      let day = returned.day.nounWords(today: context.today)
      let title = titles.title(returned.title, returned.habit)
      let words = context.say(.freezeReturned, ["title": title, "day": day])
      return Paragraph(Text(words), hanging: 2)
    }
  }

  /// - Parameter endedYesterday: whether yesterday broke a run.
  static func of(
    _ report: StreaksReport,
    _ titles: DistinctTitles,
    saved: SavedRuns = SavedRuns(),
    endedYesterday: Bool = false,
    _ context: CommandContext
  ) -> [any View] {
    let offers = offers(report, titles, saved, context)
    let isOut = endedYesterday && report.freezes.available == 0
    let none: [any View] = [Paragraph(Text(context.say(isOut ? .freezeOut : .freezeNone)))]
    return [stock(report.freezes, context)] + (offers.isEmpty ? none : offers)
      + returned(report, titles, context) + [Paragraph(Text(context.say(.freezeHow), .muted))]
  }

  static func used(_ document: FreezeUseDocument, _ context: CommandContext) -> [any View] {
    let values = [
      "title": document.title, "day": document.day.relativeWords(today: context.today),
      "available": "\(document.available)",
    ]
    let screen = context.screen
    let sign = screen.profile.plain ? "" : "\(screen.sign(screen.theme.glyphs.shield)) "
    return [Paragraph(Text(sign, .protected) + Text(context.say(.freezeUsed, values)), hanging: 2)]
  }
}
