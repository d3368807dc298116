/// A path pattern: `/habits/{id}`, `/share/{kind}.png`.
package struct PathPattern: Sendable {
  private enum Part: Sendable {
    case literal(String)
    /// A parameter with its prefix and suffix in the same path component.
    case named(String, before: String, after: String)
  }

  package let text: String
  private let parts: [Part]

  package init(_ text: String) {
    self.text = text
    parts = text.split(separator: "/").map { part in
      guard let open = part.firstIndex(of: "{"), let close = part.lastIndex(of: "}"), open < close
      else { return .literal(String(part)) }
      let name = part[part.index(after: open)..<close]
      return .named(
        String(name),
        before: String(part[..<open]),
        after: String(part[part.index(after: close)...])
      )
    }
  }

  /// Whether it matches only one path.
  package var isLiteral: Bool { names.isEmpty }

  package var names: [String] {
    parts.compactMap { if case .named(let name, _, _) = $0 { name } else { nil } }
  }

  /// Of two matching patterns, the one with more literal parts wins.
  package var weight: Int {
    parts.reduce(0) { sum, part in
      switch part {
      case .literal: sum + 2
      case .named(_, let before, let after): sum + (before.isEmpty && after.isEmpty ? 0 : 1)
      }
    }
  }

  /// The values of the parameters; nil if the path does not match.
  package func values(of path: [String]) -> [String: String]? {
    guard path.count == parts.count else { return nil }
    var values: [String: String] = [:]
    for (part, text) in zip(parts, path) {
      switch part {
      case .literal(let literal): guard literal == text else { return nil }
      case .named(let name, let before, let after):
        guard text.hasPrefix(before), text.hasSuffix(after),
          text.count > before.count + after.count
        else { return nil }
        values[name] = String(text.dropFirst(before.count).dropLast(after.count))
      }
    }
    return values
  }
}
