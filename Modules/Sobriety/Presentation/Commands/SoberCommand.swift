import ArgumentParser
import Commands
import Core
import Presentation
import ProfileContract
import SobrietyContract
import Terminal

struct SoberCommand: TrellisCommand {
  static let configuration = CommandConfiguration(
    commandName: "sober",
    abstract: "Sober days: where you stand, and marking days.",
    discussion: """
      Examples:
        trellis sober
        trellis sober begin --last 2026-05-12
        trellis sober mark
        trellis sober slip --day yesterday --drinks 2
        trellis sober undo
        trellis sober pledge
        trellis sober review hard --note "The evening was long."
        trellis sober craving
        trellis sober calendar --weeks 20
      """,
    subcommands: [
      BeginCommand.self, Mark.self, Slip.self, Clear.self, Undo.self, TimerCommand.self,
      PledgeCommand.self, ReviewCommand.self, CravingCommand.self, CausesCommand.self,
      SoberCalendarCommand.self, FiguresCommand.self, WhyCommand.self, RenameCommand.self,
      DeleteSubstanceCommand.self,
    ]
  )

  @OptionGroup var named: NamedSubstance
  @OptionGroup var global: GlobalOptions

  /// The number of past days in the overview.
  private static let glance = 21

  func run(in context: CommandContext) async throws {
    let sobriety = try await context.ask(SobrietyOf(substance: named.substance))
    let days = try await context.ask(
      SoberDays(
        substance: named.substance,
        from: sobriety.day.advanced(by: 1 - SoberCommand.glance),
        to: sobriety.day
      )
    )
    let all = try await context.ask(AllSubstances())
    let said = try await context.ask(
      SoberDiary(substance: named.substance, from: sobriety.day, to: sobriety.day)
    ).first
    try context.show(SoberDocument(sobriety)) {
      SoberViews.overview(sobriety, days, said, isAlone: all.count < 2, context)
    }
  }
}

/// The option that selects a substance.
struct NamedSubstance: ParsableArguments {
  @Option(
    help: "What it is about, if not alcohol, such as Nicotine.",
    completion: .fromSpace { context in
      try await context.ask(AllSubstances()).map(\.name)
    }
  )
  var substance: String?

  /// Returns the substance that an argument or the option names; nil if neither does.
  ///
  /// Every command below `sober` takes the option, since `sober` itself does, so a command with an
  /// argument for the substance must not ignore it.
  ///
  /// - Throws: `ValidationError` if they name two substances.
  func meant(by argument: String?) throws -> String? {
    guard let argument, let substance else { return argument ?? substance }
    guard argument.lowercased() == substance.lowercased() else {
      throw ValidationError(
        "“\(argument)” and “--substance \(substance)” are two substances. Nothing was changed: "
          + "name only the one that is meant."
      )
    }
    return argument
  }
}

/// The options that select a day and a substance.
struct MarkedSoberDay: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: "today, yesterday, YYYY-MM-DD or a number of days ago such as -2.",
    completion: .list(["today", "yesterday"]),
    transform: DayArgument.read
  )
  var day: DayArgument?

  @OptionGroup var named: NamedSubstance

  /// - Parameter led: What led to a day that is not sober; nil keeps what is noted.
  func set(
    _ status: SoberStatus,
    drinks: Int? = nil,
    led: (triggers: [SlipTrigger]?, note: String?) = (nil, nil),
    in context: CommandContext
  ) async throws {
    // A note that is refused leaves the day as it was: the refusal says that nothing was saved.
    let note = try led.note.map(DiaryDay.checkedNote)
    let marked = try await context.send(
      MarkDay(
        substance: named.substance,
        day: day?.day(today: context.today),
        status: status,
        drinks: drinks
      )
    )
    let slip = try await noted(led.triggers, note, on: marked.day.day, context)
    try context.show(SoberDocument(marked)) {
      MarkViews.of(marked, context) + MarkViews.noted(slip, context)
    }
    if marked.day.status == .sober { try await context.drawLine() }
  }

  /// Notes what led to a day, and keeps what is not given; returns nil if there is nothing to note.
  private func noted(
    _ triggers: [SlipTrigger]?,
    _ note: String?,
    on day: Day,
    _ context: CommandContext
  ) async throws -> SlipNote? {
    guard triggers != nil || note != nil else { return nil }
    let query = SoberDiary(substance: named.substance, from: day, to: day)
    let before = try await context.ask(query).first?.slip
    let command = NoteSlip(
      substance: named.substance,
      day: day,
      triggers: triggers ?? before?.triggers,
      note: note ?? before?.note
    )
    return try await context.send(command).slip
  }

  /// Takes the last change of the day back.
  func undo(in context: CommandContext) async throws {
    let day = day?.day(today: context.today)
    let marked = try await context.send(UndoMark(substance: named.substance, day: day))
    try context.show(SoberDocument(marked)) { MarkViews.of(marked, context) }
  }
}

extension CommandContext {
  /// Draws a short line below a sober day, unless the person prefers reduced motion.
  fileprivate func drawLine() async throws {
    guard canMove, try await askIfAvailable(CurrentProfile())?.reducedMotion != true else { return }
    await DrawnLine(.accent).draw(on: screen)
  }
}

extension SoberCommand {
  struct Mark: TrellisCommand {
    static let configuration = CommandConfiguration(abstract: "Mark a day as sober.")

    @OptionGroup var marked: MarkedSoberDay
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws { try await marked.set(.sober, in: context) }
  }

  struct Slip: TrellisCommand {
    static let configuration = CommandConfiguration(abstract: "Mark a day as not sober.")

    @OptionGroup var marked: MarkedSoberDay

    @Option(
      parsing: .unconditional,
      help: "How many there were; 0 where nobody counted."
    )
    var drinks: Int?

    @Option(
      help: "What led to it: \(TriggersArgument.names.joined(separator: ", ")).",
      completion: .list(TriggersArgument.names)
    )
    var because: TriggersArgument?

    @Option(help: "What led to it, in your own words.")
    var note: String?

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
      let led = (because?.triggers, note)
      try await marked.set(.notSober, drinks: drinks, led: led, in: context)
    }
  }

  struct Clear: TrellisCommand {
    static let configuration = CommandConfiguration(abstract: "Leave a day without a mark.")

    @OptionGroup var marked: MarkedSoberDay
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
      try await marked.set(.unmarked, in: context)
    }
  }

  struct Undo: TrellisCommand {
    static let configuration = CommandConfiguration(
      abstract: "Take the last change of a day back, as if it had not been made.",
      discussion: """
        The day is again what it was before, from the same moment on, so the timer goes on where \
        it was.

        Example:
          trellis sober undo --day yesterday
        """
    )

    @OptionGroup var marked: MarkedSoberDay
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws { try await marked.undo(in: context) }
  }
}
