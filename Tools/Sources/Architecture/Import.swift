/// An `import` in a file.
public struct Import: Sendable, Equatable {
  public let module: String
  /// Counted from 1.
  public let line: Int
  /// Whether it is between `#if` and `#endif`.
  public let isConditional: Bool
}

extension SourceText {
  /// All imports, including those in inactive `#if` branches.
  public var imports: [Import] {
    var found: [Import] = []
    var depth = 0
    for (index, line) in lines.enumerated() {
      let code = line.code.trimmingPrefix(while: \.isWhitespace)
      if code.hasPrefix("#if") { depth += 1 }
      if code.hasPrefix("#endif") { depth -= 1 }
      guard code.contains("import") else { continue }
      for statement in code.split(separator: ";") {
        guard let module = SourceText.imported(by: statement) else { continue }
        found.append(Import(module: module, line: index + 1, isConditional: depth > 0))
      }
    }
    return found
  }

  /// The module in `@testable public import struct Module.Name`.
  private static func imported(by statement: Substring) -> String? {
    let pattern =
      #/
      \s* (?: @\w+ (?: \([^)]*\) )? \s+ )*
      (?: (?: public | package | internal | fileprivate | private ) \s+ )?
      import \s+
      (?: (?: struct | class | enum | protocol | func | var | let | typealias | actor ) \s+ )?
      `? (?<module> \w+ )
      /#
    guard let match = try? pattern.prefixMatch(in: statement) else { return nil }
    return String(match.output.module)
  }
}
