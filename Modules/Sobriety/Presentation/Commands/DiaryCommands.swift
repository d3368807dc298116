import ArgumentParser
import Commands
import Core
import Presentation
import SobrietyContract
import Terminal

struct PledgeCommand: TrellisCommand {
  static let configuration = CommandConfiguration(
    commandName: "pledge",
    abstract: "Pledge to stay sober today.",
    discussion: """
      Examples:
        trellis sober pledge
        trellis sober pledge --undo
      """
  )

  @Flag(help: "Take the pledge back.")
  var undo = false

  @OptionGroup var marked: MarkedSoberDay
  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws {
    let sobriety = try await context.ask(SobrietyOf(substance: marked.named.substance))
    let day = marked.day?.day(today: context.today)
    let said = try await context.send(
      PledgeDay(substance: marked.named.substance, day: day, isPledged: !undo)
    )
    try context.show(DiaryDocument(said, of: sobriety.substance, context)) {
      DiaryViews.pledged(said, sobriety.substance, context)
    }
  }
}

struct ReviewCommand: TrellisCommand {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: "Say how hard a day was, or read what you said.",
    discussion: """
      Examples:
        trellis sober review
        trellis sober review hard --note "The evening was long."
        trellis sober review --day yesterday --undo
      """
  )

  @Argument(
    help: "How it was: easy, fair, hard or very-hard.",
    completion: .list(EffortArgument.names)
  )
  var effort: EffortArgument?

  @Option(help: "A few words about it.")
  var note: String?

  @Flag(help: "Take back what was said.")
  var undo = false

  @OptionGroup var marked: MarkedSoberDay
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if undo, effort != nil || note != nil {
      throw ValidationError("--undo takes everything back; leave out the rest.")
    }
  }

  func run(in context: CommandContext) async throws {
    let substance = marked.named.substance
    let sobriety = try await context.ask(SobrietyOf(substance: substance))
    let day = marked.day?.day(today: context.today) ?? context.today
    let before =
      try await context.ask(SoberDiary(substance: substance, from: day, to: day)).first
      ?? DiaryDay(day: day)
    let isChanged = undo || effort != nil || note != nil
    let said = isChanged ? try await change(before, context) : before
    try context.show(DiaryDocument(said, of: sobriety.substance, context)) {
      isChanged
        ? DiaryViews.reviewed(said, context)
        : DiaryViews.day(said, sobriety.substance, context)
    }
  }

  /// Changes only what is given: a note keeps the step, and a step keeps the note.
  private func change(_ before: DiaryDay, _ context: CommandContext) async throws -> DiaryDay {
    let step = undo ? nil : effort?.effort ?? before.review?.effort
    guard undo || step != nil else {
      throw DomainError(
        "effort-missing",
        "How was it? Nothing was changed: give a step with the note, such as "
          + "trellis sober review hard --note \"…\"."
      )
    }
    return try await context.send(
      ReviewDay(
        substance: marked.named.substance,
        day: before.day,
        effort: step,
        note: note ?? before.review?.note
      )
    )
  }
}

struct CausesCommand: TrellisCommand {
  static let configuration = CommandConfiguration(
    commandName: "causes",
    abstract: "Show what led to the days that were not sober.",
    discussion: """
      Examples:
        trellis sober slip --because stress,company --note "After the meeting"
        trellis sober causes
      """
  )

  @OptionGroup var named: NamedSubstance
  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws {
    let sobriety = try await context.ask(SobrietyOf(substance: named.substance))
    let causes = try await context.ask(CausesOfSlips(substance: named.substance))
    try context.show(CausesDocument(causes, of: sobriety.substance)) {
      DiaryViews.causes(causes, of: sobriety.substance, context)
    }
  }
}

/// A step of a review as typed: `very-hard`.
struct EffortArgument: ExpressibleByArgument, Sendable {
  let effort: DayEffort

  static let names = DayEffort.allCases.map(name)

  init?(argument: String) {
    let text = argument.lowercased()
    guard let effort = DayEffort.allCases.first(where: { EffortArgument.name($0) == text }) else {
      return nil
    }
    self.effort = effort
  }

  private static func name(_ effort: DayEffort) -> String {
    effort == .veryHard ? "very-hard" : effort.rawValue
  }
}

/// Causes as typed: `stress,company`.
struct TriggersArgument: ExpressibleByArgument, Sendable {
  let triggers: [SlipTrigger]

  static let names = SlipTrigger.allCases.map(\.rawValue)

  init?(argument: String) {
    let names = argument.lowercased().split(separator: ",").map {
      SlipTrigger(rawValue: String($0))
    }
    guard !names.isEmpty, !names.contains(nil) else { return nil }
    triggers = names.compactMap { $0 }
  }
}
