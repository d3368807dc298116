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
  ///
  /// An import as in `@testable public import struct Module.Name`.
  static func imports(in lines: [Line]) -> [Import] {
    // Made once for all lines: whoever meets an expression makes it anew.
    let pattern =
      #/
      \s* (?: @\w+ (?: \([^)]*\) )? \s+ )*
      (?: (?: public | package | internal | fileprivate | private ) \s+ )?
      import \s+
      (?: (?: struct | class | enum | protocol | func | var | let | typealias | actor ) \s+ )?
      `? (?<module> \w+ )
      /#
    var found: [Import] = []
    var depth = 0
    for (index, line) in lines.enumerated() {
      let code = line.code.trimmingPrefix(while: \.isWhitespace)
      if code.hasPrefix("#if") { depth += 1 }
      if code.hasPrefix("#endif") { depth -= 1 }
      guard code.contains("import") else { continue }
      for statement in code.split(separator: ";") {
        guard let match = try? pattern.prefixMatch(in: statement) else { continue }
        let module = String(match.output.module)
        found.append(Import(module: module, line: index + 1, isConditional: depth > 0))
      }
    }
    return found
  }
}
