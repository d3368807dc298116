/// Requires a `///` comment on public types and free functions of Core and of contracts.
///
/// Members are exempt: most are witnesses or have a sufficient name. The `summary` of a request,
/// which users read in `--help`, counts as its comment.
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

  /// Whether a `///` comment is above, with only attributes in between.
  private func isDocumented(_ index: Int) -> Bool {
    for line in text.lines[..<index].reversed() {
      if line.comment == .documentation { return true }
      guard line.code.trimmingPrefix(while: \.isWhitespace).hasPrefix("@") else { return false }
    }
    return false
  }

  /// Whether the type that starts here has a `summary` before the next unindented line.
  private func hasSummary(after index: Int) -> Bool {
    for line in text.lines[(index + 1)...] {
      if line.code.contains("static let summary") { return true }
      if line.code.hasPrefix("}") { return false }
    }
    return false
  }
}
