import TrackingContract
import TrellisSDK

/// The moods of days, and the days on which habits were done.
public struct MoodState: ModuleState {
  public static let foldVersion = 1

  private struct Said: Sendable, Equatable {
    var mood: Mood?
    var note = ""
  }

  private var days: [Day: LWWRegister<Said>] = [:]
  private var done: [HabitID: Set<Day>] = [:]

  public init() {}

  func mood(of day: Day) -> DayMood {
    let said = days[day]?.value
    return DayMood(day: day, mood: said?.mood, note: said?.note ?? "")
  }

  /// Applies the fact; returns whether the day's mood has changed.
  mutating func apply(_ fact: MoodNoted, at stamp: HybridTimestamp) -> Bool {
    let said = Said(mood: fact.mood, note: fact.mood == nil ? "" : fact.note)
    return days[fact.day, default: LWWRegister(Said())].set(said, at: stamp)
  }

  mutating func apply(_ change: CheckChanged) {
    if change.to == .done {
      done[change.habit, default: []].insert(change.day)
    } else {
      done[change.habit]?.remove(change.day)
    }
  }

  mutating func apply(_ change: HabitRemoved) { done[change.habit] = nil }

  /// How moods differ by habit, the greatest difference first.
  var byHabit: [MoodOfHabit] {
    let moods = days.compactMapValues { $0.value.mood?.rawValue }
    return done.compactMap { habit, doneDays in
      let with = moods.filter { doneDays.contains($0.key) }.map(\.value)
      let without = moods.filter { !doneDays.contains($0.key) }.map(\.value)
      guard min(with.count, without.count) >= MoodsByHabit.fewestDays else { return nil }
      return MoodOfHabit(
        habit: habit,
        doneDays: with.count,
        doneMood: MoodState.average(with),
        otherDays: without.count,
        otherMood: MoodState.average(without)
      )
    }
    .sorted { ($1.difference, $0.habit.rawValue) < ($0.difference, $1.habit.rawValue) }
  }

  private static func average(_ values: [Int]) -> Double {
    Double(values.reduce(0, +)) / Double(max(values.count, 1))
  }

  // MARK: Snapshots

  public func write(to writer: inout ByteWriter) {
    writer.write(count: days.count)
    for (day, register) in days.sorted(by: { $0.key < $1.key }) {
      writer.write(Int32(day.number))
      writer.write(register) { writer, said in
        writer.write(Int32(said.mood?.rawValue ?? 0))
        writer.write(said.note)
      }
    }
    writer.write(count: done.count)
    for (habit, days) in done.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      writer.write(habit)
      writer.write(array: days.map { Int32($0.number) }.sorted())
    }
  }

  public init(from reader: inout ByteReader) throws {
    let said = try reader.readList { reader in
      (
        Day(number: Int(try reader.read(Int32.self))),
        try reader.readRegister { reader in
          Said(mood: Mood(rawValue: Int(try reader.read(Int32.self))), note: try reader.read())
        }
      )
    }
    days = Dictionary(said, uniquingKeysWith: { $1 })
    let habits = try reader.readList { reader in
      (
        try reader.read(HabitID.self),
        Set(try reader.readArray(of: Int32.self).map { Day(number: Int($0)) })
      )
    }
    done = Dictionary(habits, uniquingKeysWith: { $1 })
  }
}
