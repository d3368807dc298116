import Commands
import Core
import Presentation
import SobrietyContract
import Terminal

/// The output of marking a day.
enum MarkViews {
  static func of(_ marked: MarkedDay, _ context: CommandContext) -> [any View] {
    let sobriety = marked.sobriety
    let screen = context.screen
    let sign = screen.profile.plain ? Text() : marked.day.cell.sign(on: screen) + " "
    let sentence = Text(sentence(marked, context))
    var views: [any View] = [Paragraph(sign + sentence, hanging: sign.width)]
    if marked.day.drinks > 0 {
      let count = sobriety.substance.use.count(marked.day.drinks)
      views.append(Paragraph(Text("\(count) noted.", .muted)))
    }
    if let reached = milestone(marked) {
      let words = context.say(.soberReached, ["days": reached.counted("day")])
      views.append(Paragraph(Text(words, .accent)))
    }
    if marked.isFirst, !sobriety.substance.isAlcohol {
      let words = context.say(.soberBegun, ["substance": sobriety.substance.name])
      views.append(Paragraph(Text(words, .muted)))
    }
    return views
  }

  /// Returns what was noted as the cause of a day.
  static func noted(_ slip: SlipNote?, _ context: CommandContext) -> [any View] {
    guard let slip else { return [] }
    let words = [slip.causes(context), slip.note].filter { !$0.isEmpty }.joined(separator: ". ")
    return [Paragraph(Text("\(context.say(.slipSaid)): \(words)", .muted))]
  }

  /// Returns the effect of a mark in one sentence.
  static func sentence(_ marked: MarkedDay, _ context: any SpaceContext) -> String {
    context.say(
      phrase(marked),
      [
        "day": marked.day.day.relativeWords(today: context.today),
        "current": marked.sobriety.current.counted("day"),
        "drinks": marked.sobriety.substance.use.count(marked.day.drinks),
      ]
    )
  }

  private static func phrase(_ marked: MarkedDay) -> Phrase {
    switch marked.day.status {
    case .notSober: return .soberSlipped
    case .unmarked: return .soberCleared
    case .sober:
      guard isInCurrentRun(marked) else { return .soberMarkedPast }
      return marked.sobriety.current > 1 ? .soberMarked : .soberMarkedFirst
    }
  }

  /// Returns the longest milestone that the current run reached with this mark.
  ///
  /// Earlier days that are filled in are not praised one by one, and the first day has its own
  /// text.
  static func milestone(_ marked: MarkedDay) -> Int? {
    guard isInCurrentRun(marked), let longest = marked.reached.last, longest.days > 1 else {
      return nil
    }
    return longest.days
  }

  private static func isInCurrentRun(_ marked: MarkedDay) -> Bool {
    let back = marked.day.day.distance(to: marked.sobriety.lastOfRun)
    return (0..<marked.sobriety.current).contains(back)
  }
}

extension Sobriety {
  /// The last day of the current run: today, or yesterday while today is unmarked.
  fileprivate var lastOfRun: Day { status == .sober ? day : day.advanced(by: -1) }
}

extension ShadeCell {
  /// Returns the symbol before a sentence.
  fileprivate func sign(on screen: Screen) -> Text {
    let glyphs = screen.theme.glyphs
    return switch self {
    case .shade(let shade): Text(screen.sign(glyphs.check), .shade(shade))
    case .broken: Text(screen.sign(glyphs.missed), .missed)
    case .none: Text(screen.sign(glyphs.empty), .muted)
    }
  }
}
