import Core
import Foundation
import Runtime
import SQLiteJournal
import Synchronization
import TrackingContract

/// Checks from the call to the durable reply: decided, folded, encoded, hashed and on disk.
enum ChecksGroup {
  static func run(_ measurement: Measurement) async throws {
    try await SampleHistory.inFolder { folder in
      for (callers, reach) in [(512, "2.0"), (64, "none"), (1, "1.25")] {
        let operations = callers == 1 ? 1000 : 512 * 24
        let raw = try RawJournal("\(folder)/raw\(callers).db", spaces: 1, values: values)
        let checks = try await Checks("\(folder)/checks\(callers).db", callers: callers)
        try await measurement.table(
          "durable checks, \(callers) callers, per check; reach: \(reach) x floor",
          [
            Contender("raw sqlite3, batches of \(callers)", operations: operations) { count in
              try seconds { try raw.write(count, batch: callers) }
            },
            Contender("SetCheck", operations: operations) { count in
              try await seconds { try await checks.run(count) }
            },
          ]
        )
      }
    }
  }

  /// The bytes of a check's values in a row: its day, its instant, a note of 4 digits and the offset
  /// of the day.
  private static let values = 2 + 1 + 5 + 1
}

/// Callers that check one after the other, each on its own days.
private final class Checks: Sendable {
  private let runtime: Runtime
  private let client: RuntimeClient
  private let habits: [HabitID]
  private let callers: Int
  private let made = Atomic(0)

  init(_ path: String, callers: Int) async throws {
    runtime = try SampleHistory.start(try SQLiteJournal(path: path))
    client = runtime.client(for: .owner, in: SampleHistory.space)
    var habits: [HabitID] = []
    for number in 0..<SampleHistory.habits {
      let details = HabitDetails(title: "Habit \(number)")
      habits.append(
        try await client.send(CreateHabit(details: details)).reply.id
      )
    }
    self.habits = habits
    self.callers = callers
  }

  func run(_ count: Int) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<callers {
        group.addTask { [self] in
          for _ in 0..<(count / callers) { try await check() }
        }
      }
      try await group.waitForAll()
    }
  }

  private func check() async throws {
    let number = made.wrappingAdd(1, ordering: .relaxed).newValue
    // Forward in time, as people mark their days.
    let round = number / habits.count % SampleHistory.days
    let day = SampleHistory.today.advanced(by: round + 1 - SampleHistory.days)
    // The note makes every check different, so that each is a fact.
    let check = SetCheck(
      habit: habits[number % habits.count],
      day: day,
      mark: .done,
      note: "\(number)"
    )
    try await client.send(check)
  }
}
