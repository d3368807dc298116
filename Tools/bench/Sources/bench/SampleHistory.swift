import Core
import Foundation
import Journals
import Locks
import ProfileDomain
import Runtime
import StreaksDomain
import TrackingContract
import TrackingDomain

/// A user with 50 habits and ten years in which most days are done.
enum SampleHistory {
  static let modules: [any Module.Type] = [
    ProfileModule.self, TrackingModule.self, StreaksModule.self,
  ]
  static let space = SpaceID(rawValue: 1)
  static let habits = 50
  static let days = 3650
  static let now = Instant(seconds: 1_790_000_000)
  static let today = LocalCalendar(zone: .utc).day(at: now)

  /// A clock that says when a day is marked; at first now.
  final class Clock: WallClock {
    private let time = Locked(SampleHistory.now)

    func now() -> Instant { time.withLock { $0 } }
    func set(_ now: Instant) { time.withLock { $0 = now } }
  }

  static func isDone(_ habit: Int, _ day: Int) -> Bool { (habit * 7 + day * day) % 11 != 0 }

  static func start(_ journal: any Journal, clock: Clock = Clock()) throws -> Runtime {
    try Runtime(
      modules: modules,
      journal: journal,
      device: DeviceID(rawValue: 1),
      clock: clock
    )
  }

  private static func noon(of day: Day) -> Instant {
    Instant(seconds: Int64(day.number) * 86_400 + 43_200)
  }

  /// Fills an empty journal with marks that were made on their days; returns the habits.
  @discardableResult
  static func fill(_ journal: any Journal, days: Int = days) async throws -> [HabitID] {
    let clock = Clock()
    let runtime = try start(journal, clock: clock)
    let client = runtime.client(for: .owner, in: space)
    let first = today.advanced(by: 1 - days)
    clock.set(noon(of: first))
    let made = try await client.run { space in
      try (0..<SampleHistory.habits).map { number in
        try space.send(CreateHabit(details: HabitDetails(title: "Habit \(number)"))).id
      }
    }.reply
    for day in 0..<days {
      clock.set(noon(of: first.advanced(by: day)))
      try await client.run { space in
        for (number, habit) in made.enumerated() where isDone(number, day) {
          try space.send(SetCheck(habit: habit, mark: .done))
        }
      }
    }
    await runtime.close()
    return made
  }

  /// Runs `body` with a folder that is removed afterwards.
  static func inFolder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("trellis-bench-\(getpid())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await body(folder)
  }
}
