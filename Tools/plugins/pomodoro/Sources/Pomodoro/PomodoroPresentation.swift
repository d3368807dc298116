import RemindersContract
import TrackingContract
import TrellisSDK

/// The plugin's views in a terminal and on a desktop.
public enum PomodoroPresentation: CommandPresentation {
  public static let module = "pomodoro"
  public static let commands: [any TrellisCommand.Type] = [PomodoroCommand.self]

  public static let notices = [
    SignalNotice(SessionOver.self) { over, context in
      let title = try await Focus.title(of: over.habit, context)
      return SignalNotice.Words(
        title: "\(over.minutes) minutes of focus are over",
        body: over.isAdded ? "They are added to \(title). Take a break." : "\(title): take a break."
      )
    }
  ]
}

/// `trellis pomodoro`.
public struct PomodoroCommand: TrellisCommand {
  public static let configuration = CommandConfiguration(
    commandName: "pomodoro",
    abstract: "Time stretches of focus whose minutes go into a habit.",
    discussion: """
      Without a subcommand it shows what runs and the latest stretches.

      Examples:
        trellis pomodoro start Guitar
        trellis pomodoro start Write --minutes 50
        trellis pomodoro stop
      """,
    subcommands: [Start.self, Status.self, Stop.self, Cancel.self]
  )

  @OptionGroup public var global: GlobalOptions

  public init() {}

  public func run(in context: CommandContext) async throws { try await Focus.show(context) }

  /// `trellis pomodoro start`.
  struct Start: TrellisCommand {
    static let configuration = CommandConfiguration(
      commandName: "start",
      abstract: "Begin a stretch of focus on a habit."
    )

    @Argument(help: "The habit: its title, the beginning of it, or its id.")
    var habit: String

    @Option(help: "How long it takes, 1 to 240 minutes; 25 if left out.")
    var minutes: Int?

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
      let (text, minutes) = (habit, minutes)
      let begun = try await context.run { space in
        try space.send(SettleSessions())
        let habit = try space.ask(FindHabit(text: text))
        return (try space.send(StartSession(habit: habit.id, minutes: minutes)), habit)
      }
      let focus = Focus(begun.0, begun.1.details, context)
      try context.show(focus) {
        [
          Confirmation("\(focus.minutes) minutes for \(focus.title), until \(focus.endTime)."),
          Paragraph(Text(focus.consequence(begun.1.details.target), .muted)),
        ]
      }
    }
  }

  /// `trellis pomodoro status`.
  struct Status: TrellisCommand {
    static let configuration = CommandConfiguration(
      commandName: "status",
      abstract: "Show what runs, and the latest stretches of focus."
    )

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws { try await Focus.show(context) }
  }

  /// `trellis pomodoro stop`.
  struct Stop: TrellisCommand {
    static let configuration = CommandConfiguration(
      commandName: "stop",
      abstract: "End the stretch of focus now; the minutes until now count."
    )

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
      let focus = try await Focus.stop(keeping: true, context)
      try context.show(focus) { [Confirmation(focus.outcome)] }
    }
  }

  /// `trellis pomodoro cancel`.
  struct Cancel: TrellisCommand {
    static let configuration = CommandConfiguration(
      commandName: "cancel",
      abstract: "End the stretch of focus as if it had not begun."
    )

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
      let focus = try await Focus.stop(keeping: false, context)
      try context.show(focus) {
        [Confirmation("The focus on \(focus.title) is cancelled; no minutes were added.")]
      }
    }
  }
}
