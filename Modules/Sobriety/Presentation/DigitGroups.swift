extension String {
  /// The text with the first number in groups of three digits, from five digits before its point on.
  ///
  /// Only for people: documents and exports have plain numbers. Source: SI Brochure, section 5.4.4.
  ///
  /// - Parameter space: a narrow one that no line is broken at; terminals have only the plain one.
  func inGroups(by space: String = "\u{202F}") -> String {
    guard let first = firstIndex(where: \.isNumber) else { return self }
    let digits = self[first...].prefix { $0.isASCII && $0.isNumber }
    guard digits.count > 4 else { return self }
    let groups = digits.enumerated().map { place, digit in
      place > 0 && (digits.count - place).isMultiple(of: 3) ? "\(space)\(digit)" : "\(digit)"
    }
    return self[..<first] + groups.joined() + self[digits.endIndex...]
  }
}
