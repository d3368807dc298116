/// Public types and free functions of Core and of contracts carry a `///` comment.
///
/// Members belong to a type that has one: most are witnesses or say all by their name. A request says what it is for in its `summary`, which people read in `--help`: that counts.
public struct DocumentationRule: Sendable {
  private let text: SourceText

  public init(_ text: SourceText) { self.text = text }

  public static func holds(for target: PackageGraph.Target) -> Bool {
    target.name == "Core" || target.layer.isContract
  }

  public var findings: [Finding] {
    var found: [Finding] = []
    for (index, line) in text.lines.enumerated() {
      guard let declaration = declaration(in: line.code), !isDocumented(index) else { continue }
      if declaration.isType, hasSummary(after: index) { continue }
      let message = "\(declaration.name) is public: say in a /// comment what it means."
      found.append(Finding(.undocumented, text.path, index + 1, message))
    }
    return found
  }

  private func declaration(in code: String) -> (name: String, isType: Bool)? {
    guard code.contains("public ") else { return nil }
    let pattern =
      #/
      (?: ^ | \s ) public \s (?: .* \s )?
      (?<kind> struct | class | enum | protocol | actor | func ) \s+ (?<name> [^\s(<:{]+ )
      /#
    guard let match = code.firstMatch(of: pattern) else { return nil }
    let isType = match.output.kind != "func"
    return isType || !code.hasPrefix(" ") ? (String(match.output.name), isType) : nil
  }

  /// Whether a `///` comment stands above, with nothing between but attributes.
  private func isDocumented(_ index: Int) -> Bool {
    for line in text.lines[..<index].reversed() {
      if line.comment == .documentation { return true }
      guard line.code.trimmingPrefix(while: \.isWhitespace).hasPrefix("@") else { return false }
    }
    return false
  }

  /// Whether the type that begins here has a `summary` before the next line that begins at the
  /// margin.
  private func hasSummary(after index: Int) -> Bool {
    for line in text.lines[(index + 1)...] {
      if line.code.contains("static let summary") { return true }
      if line.code.hasPrefix("}") { return false }
    }
    return false
  }
}
