import CAllocations
import Core
import Foundation
import Journals
import Runtime
import SQLiteJournal
import TrackingContract

/// The memory of an open space, compared with the bytes of its registers as a snapshot holds them.
enum MemoryGroup {
  static func run(_ measurement: Measurement) async throws {
    print("\nmemory of an open space of 50 habits, bytes; reach: 1 x floor")
    for days in [365, SampleHistory.days] {
      try await SampleHistory.inFolder { folder in
        let path = "\(folder)/\(days).db"
        try await SampleHistory.fill(try SQLiteJournal(path: path), days: days)
        let runtime = try SampleHistory.start(try SQLiteJournal(path: path))
        let client = runtime.client(for: .owner, in: SampleHistory.space)
        let before = await settled()
        let habits = try await client.ask(AllHabits())
        let taken = await settled() - before
        // Mark, clock and device of every day: 1 + 8 + 2 bytes.
        let registers = habits.count * days * 11
        print(
          "\(days) days: registers \(registers), open \(taken), x floor "
            + String(format: "%.2f", Double(taken) / Double(registers))
        )
        await runtime.close()
      }
    }
  }

  /// The number of bytes in use after released memory is freed, which other threads may do later.
  private static func settled() async -> Int {
    try? await Task.sleep(for: .milliseconds(200))
    return Int(allocated_bytes())
  }
}
