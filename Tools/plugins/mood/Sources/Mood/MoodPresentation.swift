import TrackingContract
import TrellisSDK

/// The plugin's views in a terminal.
public enum MoodPresentation: CommandPresentation {
  public static let module = "mood"
  public static let commands: [any TrellisCommand.Type] = [MoodCommand.self]
}

/// `trellis mood`.
public struct MoodCommand: TrellisCommand {
  public static let configuration = CommandConfiguration(
    commandName: "mood",
    abstract: "Say how a day felt, or see how days felt.",
    discussion: """
      Examples:
        trellis mood good
        trellis mood low --day yesterday --note "Slept badly"
        trellis mood --habits
      """
  )

  @Argument(
    help: "How it felt: awful, low, fair, good or great; left out, the last days are shown.",
    completion: .list(Mood.allCases.map(\.name))
  )
  var mood: MoodArgument?

  @Option(help: "The day, such as yesterday, 2026-03-08 or -2.", transform: DayArgument.read)
  var day: DayArgument?

  @Option(help: "A few words about it.")
  var note: String?

  @Flag(help: "Take back what was said of the day.")
  var undo = false

  @Flag(help: "Show what moods have to do with habits.")
  var habits = false

  @OptionGroup public var global: GlobalOptions

  public init() {}

  public func validate() throws {
    if undo, mood != nil { throw ValidationError("--undo takes the mood back; leave it out.") }
    if note != nil, mood == nil {
      throw ValidationError("A note goes with a mood: trellis mood good --note \"…\"")
    }
  }

  public func run(in context: CommandContext) async throws {
    if habits { return try await showHabits(context) }
    let day = day?.day(today: context.today) ?? context.today
    guard mood != nil || undo else { return try await showDays(to: day, context) }
    let said = try await context.send(NoteMood(day: day, mood: mood?.mood, note: note))
    let when = day.relativeWords(today: context.today)
    try context.show(said) {
      [Confirmation(said.mood.map { "\($0.title) \(when)." } ?? "Taken back \(when).")]
    }
  }

  private func showDays(to day: Day, _ context: CommandContext) async throws {
    let days = try await context.ask(MoodsOfDays(from: day.advanced(by: -13), to: day))
    let said = days.filter { $0.mood != nil }
    try context.show(days) {
      said.isEmpty
        ? [Paragraph("Nothing was said of these days."), NextStep("trellis mood good")]
        : [
          Table(
            [.init("Day"), .init("Mood"), .init("Note", fit: .wraps, minimumWidth: 16)],
            rows: said.map {
              [
                Text($0.day.shortWords(today: context.today), .muted),
                Text($0.mood?.name ?? "", .bold), Text($0.note),
              ]
            }
          )
        ]
    }
  }

  private func showHabits(_ context: CommandContext) async throws {
    let named = try await NamedMoods.load(context)
    try context.show(named) {
      named.isEmpty
        ? [Paragraph(Text(NamedMoods.nothing))]
        : [
          Table(
            [
              .init("Habit"), .init("Done", .trailing), .init("Else", .trailing),
              .init("Days", .trailing),
            ],
            rows: named.map {
              [
                Text($0.title, .bold), Text($0.words(of: $0.doneMood)),
                Text($0.words(of: $0.otherMood)),
                Text("\($0.doneDays)/\($0.otherDays)", .muted),
              ]
            }
          )
        ]
    }
  }
}

/// A mood as typed: `good`.
public struct MoodArgument: ExpressibleByArgument, Sendable {
  public let mood: Mood

  public init?(argument: String) {
    guard let mood = Mood(named: argument) else { return nil }
    self.mood = mood
  }
}

/// The moods of a habit, with its title.
struct NamedMoods: Encodable, Sendable {
  let title: String
  let doneDays: Int
  let doneMood: Double
  let otherDays: Int
  let otherMood: Double

  static let nothing =
    "Habits show here once there are \(MoodsByHabit.fewestDays) days with a mood on which one was done, "
    + "and as many on which it was not."

  /// `3.8`.
  func words(of mood: Double) -> String {
    let tenths = Int((mood * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  static func load(_ context: some SpaceContext) async throws -> [NamedMoods] {
    let habits = try await context.askIfAvailable(AllHabits(includesArchived: true)) ?? []
    let titles = Dictionary(habits.map { ($0.id, $0.details.title) }, uniquingKeysWith: { $1 })
    return try await context.ask(MoodsByHabit()).compactMap { moods in
      guard let title = titles[moods.habit] else { return nil }
      return NamedMoods(
        title: title,
        doneDays: moods.doneDays,
        doneMood: moods.doneMood,
        otherDays: moods.otherDays,
        otherMood: moods.otherMood
      )
    }
  }
}
