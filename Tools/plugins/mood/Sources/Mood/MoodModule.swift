import TrackingContract
import TrellisSDK

/// Stores how days felt, and compares that with what was done on them.
public struct MoodModule: Module {
  public typealias State = MoodState

  public static let manifest = Manifest(
    name: "mood",
    version: "1.0.0",
    summary: "How each day felt, and what habits have to do with it.",
    kernel: KernelVersion(2, 0),
    owns: [MoodNoted.self],
    publishes: [MoodChanged.self],
    follows: [CheckChanged.self, HabitRemoved.self],
    answers: [MoodsOfDays.self, MoodsByHabit.self, NoteMood.self]
  )

  static let longestNote = 500

  public static func register(in host: inout some ModuleHost<MoodState>) {
    host.fold(MoodNoted.self) { state, fact, context in
      if state.apply(fact, at: context.stamp) { context.emit(MoodChanged(day: fact.day)) }
    }
    host.follow(CheckChanged.self) { state, change, _ in state.apply(change) }
    host.follow(HabitRemoved.self) { state, change, _ in state.apply(change) }
    host.answer(MoodsOfDays.self, days)
    host.answer(MoodsByHabit.self) { state, _, _ in state.byHabit }
    host.decide(NoteMood.self, note) { state, command, context in
      state.mood(of: command.day ?? context.today)
    }
  }

  private static func days(
    _ state: MoodState,
    _ query: MoodsOfDays,
    _ context: RequestContext
  ) throws -> [DayMood] {
    let count = query.from.distance(to: query.to)
    guard (0..<3660).contains(count) else {
      throw DomainError("bad-range", "A range has up to ten years, from its first day to its last.")
    }
    return (0...count).map { state.mood(of: query.from.advanced(by: $0)) }
  }

  private static func note(
    _ state: MoodState,
    _ command: NoteMood,
    _ context: RequestContext
  ) throws -> Decision {
    let day = command.day ?? context.today
    guard day <= context.today else {
      throw DomainError("mood-in-future", "\(day) has not come yet. Nothing was changed.")
    }
    let before = state.mood(of: day)
    // A new mood keeps the earlier words.
    let note = command.mood == nil ? "" : command.note ?? before.note
    guard note.count <= longestNote else {
      throw DomainError(
        "mood-note-too-long",
        "A note may have up to \(longestNote) characters. Nothing was changed."
      )
    }
    let after = DayMood(day: day, mood: command.mood, note: note)
    return after == before ? .unchanged : [MoodNoted(day: day, mood: command.mood, note: note)]
  }
}
