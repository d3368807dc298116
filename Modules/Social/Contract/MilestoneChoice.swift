import Core
import StreaksContract

/// A milestone as a user names it: `30`, or `30weeks`.
///
/// A habit whose rhythm has changed may have reached the same number in several units.
public struct MilestoneChoice: Sendable, Equatable, CustomStringConvertible {
  /// How many in a row.
  public let level: Int
  /// Nil for what the habit counts now, if it reached `level` in it.
  public let unit: StreakUnit?

  public init(_ level: Int, _ unit: StreakUnit? = nil) { (self.level, self.unit) = (level, unit) }

  /// - Throws: a ``Core/DomainError`` for text that names no milestone.
  public init(typed text: String) throws {
    let digits = text.prefix { ("0"..."9").contains($0) }
    let word = text.dropFirst(digits.count).drop { $0 == " " }.lowercased()
    let unit = StreakUnit.allCases.first { unit in
      [1, 2].contains { unit.words($0).hasSuffix(" \(word)") }
    }
    guard let level = Int(digits), word.isEmpty || unit != nil else {
      throw DomainError(
        "bad-milestone",
        "“\(text)” is not a milestone such as 30, or 30weeks for one that was reached in weeks."
      )
    }
    self.init(level, unit)
  }

  public var description: String {
    let word = unit.map { String($0.words(2).dropFirst(2)) } ?? ""
    return "\(level)\(word)"
  }
}
