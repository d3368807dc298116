import Commands
import Core
import GamificationContract
import Presentation
import SobrietyContract
import SocialContract
import StreaksContract
import Terminal
import TrackingContract

/// An offer to share a milestone when it was just reached; shown once, never performed.
enum ShareOffer {
  static func of(
    _ reached: [MilestoneReached],
    _ context: any SpaceContext
  ) async throws -> [any View] {
    guard let highest = reached.max(by: { $0.level < $1.level }) else { return [] }
    let substances = try await context.askIfAvailable(AllSubstances()) ?? []
    if let substance = substances.first(where: { $0.id.habit == highest.habit }) {
      let name = substances.count > 1 ? ShellWord.quoted(substance.name) : ""
      let command = sober(substance, of: substances.count, highest)
      return views(command, name, MilestoneChoice(highest.level), context)
    }
    guard let streaks = try await context.askIfAvailable(AllStreaks())?.items else { return [] }
    guard let streak = streaks.first(where: { $0.habit == highest.habit }) else { return [] }
    let name = DistinctTitles(streaks.map(\.title)).name(streak.title, streak.habit)
    let quoted = ShellWord.quoted(name)
    // A day that was marked later may belong to a rhythm that the habit had before.
    let unit = highest.unit == streak.unit ? nil : highest.unit
    let choice = MilestoneChoice(highest.level, unit)
    let command = command(quoted, choice, file: streak.title)
    return views(command, quoted, choice, context)
  }

  private static func sober(
    _ substance: Substance,
    of count: Int,
    _ reached: MilestoneReached
  ) -> String {
    let named = count > 1 ? "--substance \(ShellWord.quoted(substance.name))" : "--sober"
    return command(named, MilestoneChoice(reached.level), file: "sober")
  }

  private static func command(_ what: String, _ choice: MilestoneChoice, file: String) -> String {
    "trellis share \(what) --milestone \(choice) --out \(fileName(file))-\(choice).png"
  }

  /// Returns the lowercase ASCII letters and digits of a title; `milestone` if there are none.
  static func fileName(_ title: String) -> String {
    let words = title.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let name = words.joined(separator: "-").prefix(40)
    return name.isEmpty ? "milestone" : String(name)
  }

  /// - Parameter what: how `trellis post` names it; empty for the only substance.
  private static func views(
    _ command: String,
    _ what: String,
    _ choice: MilestoneChoice,
    _ context: any SpaceContext
  ) -> [any View] {
    let offer: [any View] = [Paragraph(Text(context.say(.shareOffer), .muted)), NextStep(command)]
    guard FriendsReach.current.isThere else { return offer }
    let post = ["trellis post", what, "--milestone \(choice)"].filter { !$0.isEmpty }
    return offer + [
      Paragraph(Text(context.say(.shareWithFriends), .muted)),
      NextStep(post.joined(separator: " ")),
    ]
  }
}
