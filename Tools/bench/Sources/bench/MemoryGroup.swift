import CAllocations
import Core
import Foundation
import Journals
import Runtime
import SQLiteJournal
import TrackingContract

/// What an open space takes in memory beside the bytes of its registers, as a snapshot holds them.
enum MemoryGroup {
  static func run(_ measurement: Measurement) async throws {
    print("\nmemory of an open space of 50 habits, bytes; reach: 1 x floor")
    for days in [365, SampleHistory.days] {
      try await SampleHistory.inFolder { folder in
        let path = "\(folder)/\(days).db"
        let journal = try SQLiteJournal(path: path)
        try await SampleHistory.fill(journal, days: days)
        let runtime = try SampleHistory.start(journal)
        let client = runtime.client(for: .owner, in: SampleHistory.space)
        let before = Int(allocated_bytes())
        let habits = try await client.ask(AllHabits())
        let taken = Int(allocated_bytes()) - before
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
}
