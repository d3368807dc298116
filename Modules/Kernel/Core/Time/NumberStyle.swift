/// How a person writes large numbers; the raw value is what they type.
///
/// Only for what people read: documents and exports have plain numbers.
public enum NumberStyle: String, Codable, Sendable, CaseIterable {
  /// `12 500.75`. Source: SI Brochure, section 5.4.4.
  case space
  /// `12 500,75`
  case spaceComma = "space-comma"
  /// `12,500.75`
  case comma
  /// `12.500,75`
  case point
  /// `12’500.75`
  case apostrophe
  /// `12500.75`
  case none

  /// Returns a text with its first number in this style.
  ///
  /// - Parameters:
  ///   - text: has the number in plain digits, with a point before its decimals: `12500.75 EUR`.
  ///   - space: separates groups; a narrow one at which no line is broken, unless a terminal has
  ///     only the plain one.
  public func words(_ text: String, space: String = "\u{202F}") -> String {
    guard let first = text.firstIndex(where: { $0.isASCII && $0.isNumber }) else { return text }
    let digits = text[first...].prefix { $0.isASCII && $0.isNumber }
    var rest = text[digits.endIndex...]
    var decimals = ""
    if rest.first == ".", let next = rest.dropFirst().first, next.isASCII, next.isNumber {
      decimals = decimalMark
      rest = rest.dropFirst()
    }
    return text[..<first] + grouped(digits, by: separator(space)) + decimals + rest
  }

  private func grouped(_ digits: Substring, by separator: String?) -> String {
    guard let separator, digits.count >= shortest else { return String(digits) }
    return digits.enumerated().map { place, digit in
      place > 0 && (digits.count - place).isMultiple(of: 3) ? "\(separator)\(digit)" : "\(digit)"
    }
    .joined()
  }

  /// The smallest number of digits that are separated into groups.
  private var shortest: Int {
    switch self {
    case .space, .spaceComma: 5
    case .comma, .point, .apostrophe, .none: 4
    }
  }

  private func separator(_ space: String) -> String? {
    switch self {
    case .space, .spaceComma: space
    case .comma: ","
    case .point: "."
    case .apostrophe: "’"
    case .none: nil
    }
  }

  private var decimalMark: String {
    switch self {
    case .spaceComma, .point: ","
    case .space, .comma, .apostrophe, .none: "."
    }
  }
}
