import CommandKit
import Core
import SobrietyContract

/// What marking a day answers.
enum MarkViews {
  static func of(_ marked: MarkedDay, _ session: Session) -> [any View] {
    let sobriety = marked.sobriety
    let screen = session.screen
    let values = [
      "day": marked.day.day.relativeWords(today: session.today),
      "current": Days.words(sobriety.current),
      "drinks": drinks(marked.day.drinks),
    ]
    let sign = screen.profile.plain ? Text() : marked.day.cell.sign(on: screen) + " "
    let sentence = Text(session.say(phrase(marked), values))
    var views: [any View] = [Paragraph(sign + sentence, hanging: sign.width)]
    if marked.day.drinks > 0 {
      views.append(Paragraph(Text("\(drinks(marked.day.drinks)) noted.", .muted)))
    }
    if let reached = milestone(marked) {
      let words = session.say(.soberReached, ["days": Days.words(reached)])
      views.append(Paragraph(Text(words, .accent)))
    }
    if marked.isFirst, !sobriety.substance.isAlcohol {
      let words = session.say(.soberBegun, ["substance": sobriety.substance.name])
      views.append(Paragraph(Text(words, .muted)))
    }
    return views
  }

  private static func phrase(_ marked: MarkedDay) -> Phrase {
    switch marked.day.status {
    case .notSober: return .soberSlipped
    case .unmarked: return .soberCleared
    case .sober:
      let sobriety = marked.sobriety
      let back = marked.day.day.distance(to: sobriety.lastOfRun)
      return (0..<sobriety.current).contains(back) ? .soberMarked : .soberMarkedPast
    }
  }

  /// A milestone that the current run has reached with this very day, as the first run to do so.
  private static func milestone(_ marked: MarkedDay) -> Int? {
    guard marked.day.status == .sober, let last = marked.sobriety.milestones.last,
      last.day == marked.day.day, last.day == marked.sobriety.lastOfRun
    else { return nil }
    return last.days
  }

  private static func drinks(_ count: Int) -> String {
    switch count {
    case 0: ""
    case 1: "1 drink"
    default: "\(count) drinks"
    }
  }
}

extension Sobriety {
  /// The last day of the current run: today, or yesterday while today is unmarked.
  fileprivate var lastOfRun: Day { status == .sober ? day : day.advanced(by: -1) }
}

extension ShadeCell {
  /// The sign before a sentence.
  fileprivate func sign(on screen: Screen) -> Text {
    let glyphs = screen.theme.glyphs
    return switch self {
    case .shade(let shade): Text(screen.sign(glyphs.check), .shade(shade))
    case .broken: Text(screen.sign(glyphs.missed), .missed)
    case .none: Text(screen.sign(glyphs.empty), .muted)
    }
  }
}
