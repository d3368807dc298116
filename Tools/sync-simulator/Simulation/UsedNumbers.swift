import Core
import Journals
import Sync

/// What the numbers of authors were used for, in all epochs of the server.
struct UsedNumbers {
  private struct Number: Hashable {
    let author: DeviceID
    let number: Int
  }

  private var facts: [Number: FactID] = [:]
  /// The first number that was used for two facts.
  private(set) var usedTwice: String?
  /// The first clock reading that was later than allowed.
  private(set) var tooLate: String?

  /// How many readings later a clock may be than the tolerance, so that no two are equal.
  private static let slack: Int64 = 1000

  mutating func note(_ entry: SyncEntry, now: Instant) {
    let number = Number(author: entry.author, number: entry.number)
    if let known = facts[number], known != entry.fact {
      let use = "number \(entry.number) of \(entry.author.rawValue)"
      usedTwice = usedTwice ?? "\(use) stands for \(known) and \(entry.fact)"
    }
    facts[number] = entry.fact
    guard let clock = entry.verdict?.clock, let received = entry.received else { return }
    if clock.milliseconds > received.milliseconds + SyncLimits.tolerance + UsedNumbers.slack,
      clock.milliseconds > now.milliseconds + SyncLimits.tolerance + UsedNumbers.slack
    {
      let late = clock.milliseconds - received.milliseconds
      tooLate = tooLate ?? "\(entry.fact) counts \(late) ms late"
    }
  }
}
