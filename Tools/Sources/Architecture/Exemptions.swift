/// The exceptions to the rules, in one file, each with its reason.
///
/// A line is `RULE PATH REASON …`; empty lines and those that begin with `#` are ignored.
public struct Exemptions: Sendable {
  private struct Entry {
    let rule: Rule
    let path: String
    let line: Int
  }

  private let file: String
  private var entries: [Entry] = []
  private var unreadable: [Finding] = []

  public init(file: String, _ text: String) {
    self.file = file
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      let words = line.split(separator: " ")
      guard words.count > 2, let rule = Rule(rawValue: String(words[0])) else {
        unreadable.append(
          Finding(.exemption, file, index + 1, "An exemption is a rule, a path and a reason.")
        )
        continue
      }
      entries.append(Entry(rule: rule, path: String(words[1]), line: index + 1))
    }
  }

  /// The remaining findings, and one for each exemption that is not needed.
  public func applied(to findings: [Finding]) -> [Finding] {
    var unneeded = Set(entries.indices)
    var rest: [Finding] = []
    for finding in findings {
      let match = entries.indices.filter {
        entries[$0].rule == finding.rule && entries[$0].path == finding.path
      }
      if match.isEmpty { rest.append(finding) }
      unneeded.subtract(match)
    }
    let stale = unneeded.sorted().map { index in
      let entry = entries[index]
      let message = "Nothing in \(entry.path) needs this exemption any more: take it out."
      return Finding(.exemption, file, entry.line, message)
    }
    return rest + unreadable + stale
  }
}
