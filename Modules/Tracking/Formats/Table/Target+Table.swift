import Core
import TrackingContract

/// The target as tables of this program say it: `at least 20 pages`.
extension Target {
  var inTable: String {
    let words = "\(direction.inTable) \(amount)"
    return unit.isEmpty ? words : "\(words) \(unit)"
  }

  /// Reads what ``inTable`` wrote; nil for other words.
  init?(inTable text: String) {
    let start = { (direction: Direction) in "\(direction.inTable) " }
    guard let direction = Direction.allCases.first(where: { text.hasPrefix(start($0)) }) else {
      return nil
    }
    let words = text.dropFirst(start(direction).count)
    let number = words.prefix { $0 != " " }
    guard let amount = Amount(String(number)) else { return nil }
    let unit = words.dropFirst(number.count).trimmed
    self.init(amount: amount, unit: unit, direction: direction)
  }
}

extension Target.Direction {
  fileprivate var inTable: String {
    switch self {
    case .atLeast: "at least"
    case .atMost: "at most"
    }
  }
}
