/// What a point before three digits means in the numbers of a table.
enum TablePoints {
  case decimal
  /// It groups thousands, as where commas are the decimal marks.
  case grouping
  /// Nothing in the table tells, so that it is taken for a decimal one.
  case unknown

  private static let point = UInt8(ascii: ".")
  private static let comma = UInt8(ascii: ",")

  /// - Parameter cells: the cells that may hold numbers.
  init(in cells: some Sequence<String>) {
    self = .unknown
    for cell in cells {
      guard let hasComma = TablePoints.hasDecimalComma(cell) else { continue }
      guard hasComma else {
        self = .decimal
        return
      }
      self = .grouping
    }
  }

  /// Whether the mark separates groups of three digits only: `1.234`, `12.345.678`.
  static func isGrouped(_ text: String, by mark: Unicode.Scalar) -> Bool {
    isGrouped(unsigned(text), by: UInt8(ascii: mark))
  }

  private static func isGrouped(_ digits: Substring.UTF8View, by mark: UInt8) -> Bool {
    let groups = digits.split(separator: mark, omittingEmptySubsequences: false)
    guard let first = groups.first, groups.count > 1, (1...3).contains(first.count),
      first.first != UInt8(ascii: "0")
    else { return false }
    return groups.dropFirst().allSatisfy { $0.count == 3 }
  }

  private static func unsigned(_ text: String) -> Substring.UTF8View {
    text.utf8.drop { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
  }

  /// Whether a comma is the decimal mark of the number; nil if it could be read otherwise.
  private static func hasDecimalComma(_ text: String) -> Bool? {
    let digits = unsigned(text)
    guard digits.count <= 40, digits.allSatisfy("0123456789.,".utf8.contains) else { return nil }
    let (points, commas) = (digits.count { $0 == point }, digits.count { $0 == comma })
    switch (points, commas) {
    case (0, 0): return nil
    case (1, 0): return isGrouped(digits, by: point) ? nil : false
    case (0, 1): return isGrouped(digits, by: comma) ? nil : true
    case (_, 0): return true
    case (0, _): return false
    default: return digits.last { $0 == point || $0 == comma } == comma
    }
  }
}
