/// Parses the ids at the start of a test's name: `K-4 one missed day …`, `W-06, W-08: all done …`.
public enum TestName {
  public static func ids(in name: String) -> [String] {
    var ids: [String] = []
    for word in name.split(separator: " ") {
      let id = word.trimmed(of: ",:")
      guard isID(id) else { break }
      ids.append(id)
    }
    return ids
  }

  /// Whether the text is a capital letter, a hyphen and digits; the first digit may be a letter.
  static func isID(_ text: String) -> Bool {
    guard text.count > 2, let letter = text.first, letter.isASCII, letter.isUppercase else {
      return false
    }
    let rest = text.dropFirst(2)
    guard text.dropFirst().first == "-", let first = rest.first, first.isASCII else { return false }
    let digits = first.isNumber ? rest : rest.dropFirst()
    return !digits.isEmpty && (first.isNumber || first.isUppercase)
      && digits.allSatisfy { $0.isASCII && $0.isNumber }
  }
}

extension Substring {
  fileprivate func trimmed(of marks: String) -> String {
    var rest = self
    while let last = rest.last, marks.contains(last) { rest.removeLast() }
    return String(rest)
  }
}
