import Core
import Foundation
import TrackingContract

/// What one surface tells of one day of a habit; nil is what it does not tell.
struct Told: Sendable {
  let surface: String
  let habit: HabitID
  let day: Day
  var status: DisplayStatus?
  /// The amount; empty if it says that there is none.
  var value: String?
  /// What is to be reached, with its unit, and `at most ` before a limit; empty if nothing is.
  var target: String?
  /// The note; empty if it says that there is none.
  var note: String?
}

extension Told {
  /// Returns what differs from a day as another surface tells it.
  func differences(from other: Told) -> [String] {
    var found: [String] = []
    func compare<Part: Equatable>(_ name: String, _ own: Part?, _ theirs: Part?) {
      if let own, let theirs, own != theirs { found.append("\(name) \(own), not \(theirs)") }
    }
    compare("status", status, other.status)
    // “0 of 20 pages” is said of what was not begun, too.
    if Set([value, other.value]) != ["", "0"] { compare("value", value, other.value) }
    compare("target", target, other.target)
    compare("note", note, other.note)
    return found
  }
}

/// The words of people's surfaces, read back.
struct Reader {
  /// The product's word for a missed day.
  let missedWord: String
  let habits: [Habit]

  func status(_ word: some StringProtocol) -> DisplayStatus? {
    switch String(word) {
    case "done": .done
    case "skipped": .skipped
    case "protected": .protected
    case "open": .open
    case "not due", "before it began", "in the archive": .notDue
    case missedWord: .missed
    default: nil
    }
  }

  func habit(titled title: some StringProtocol) -> HabitID? {
    habits.first { $0.details.title == title }?.id
  }

  /// Reads `12 of at most 20 pages`, `at most 20 pages` and `12`; nil for other words.
  static func amount(_ words: some StringProtocol) -> (value: String, target: String)? {
    if words.hasPrefix("at most ") { return ("", String(words)) }
    let parts = String(words).components(separatedBy: " of ")
    guard let value = parts.first, Amount(value) != nil else { return nil }
    return (value, parts.count > 1 ? parts.dropFirst().joined(separator: " of ") : "")
  }
}

extension Target {
  /// The target as pages say it.
  var told: String {
    let unit = unit.isEmpty ? "" : " \(unit)"
    return "\(direction == .atMost ? "at most " : "")\(amount)\(unit)"
  }
}
