import Core
import Foundation
import Journals
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

  struct Clock: WallClock {
    func now() -> Instant { SampleHistory.now }
  }

  static func isDone(_ habit: Int, _ day: Int) -> Bool { (habit * 7 + day * day) % 11 != 0 }

  static func start(_ journal: any Journal) throws -> Runtime {
    try Runtime(
      modules: modules,
      journal: journal,
      device: DeviceID(rawValue: 1),
      clock: Clock()
    )
  }

  /// Fills an empty journal through the users' import; returns the habits.
  @discardableResult
  static func fill(_ journal: any Journal, days: Int = days) async throws -> [HabitID] {
    let runtime = try start(journal)
    let client = runtime.client(for: .owner, in: space)
    let first = today.advanced(by: 1 - days)
    let imported = (0..<habits).map { habit in
      ImportedHabit(
        key: "\(habit)",
        details: HabitDetails(title: "Habit \(habit)"),
        createdOn: first,
        entries: (0..<days).filter { isDone(habit, $0) }.map {
          ImportedEntry(day: first.advanced(by: $0), entry: Entry(mark: .done))
        }
      )
    }
    try await client.send(
      ImportHistory(history: ImportedHistory(source: "bench", habits: imported))
    )
    let made = try await client.ask(AllHabits()).map(\.id)
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
