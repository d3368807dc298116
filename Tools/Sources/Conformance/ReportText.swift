import Foundation

extension ConformanceReport {
  /// The table for people, 80 columns wide, followed by what must be corrected.
  public var text: String {
    var lines = [Self.line("id", "requirement", "tests", "result")]
    lines.append(
      Self.line("────", String(repeating: "─", count: Self.width), "─────", "───────────")
    )
    for row in rows {
      let requirement = row.requirement
      let texts = Self.wrapped(requirement.text)
      let count = row.tests.isEmpty ? "" : "\(row.tests.count)"
      lines.append(Self.line(requirement.id, texts[0], count, row.result))
      lines += texts.dropFirst().map { Self.line("", $0, "", "") }
      guard !requirement.note.isEmpty else { continue }
      let label = requirement.coverage == .tests ? "Not yet: " : "→ "
      lines += Self.wrapped(label + requirement.note, Self.width - 2).map {
        Self.line("", "  \($0)", "", "")
      }
    }
    lines.append("")
    lines += findings
    lines.append(summary)
    return lines.joined(separator: "\n")
  }

  /// The number of requirements for each result, in a sentence.
  public var summary: String {
    let groups = Dictionary(grouping: rows) { row in
      row.result.hasPrefix("in ") ? "checked by steps of .ci/run" : row.result
    }
    let order = [
      "passed", "checked by steps of .ci/run", "skipped", "not yet", "FAILED", "NO TEST",
    ]
    let counts = order.compactMap { name in groups[name].map { "\($0.count) \(name)" } }
    let tests = Set(rows.flatMap { $0.tests.map(\.name) }).count
    return "\(rows.count) requirements, \(tests) tests: " + counts.joined(separator: ", ") + "."
  }

  /// The report as one JSON document.
  public var json: String {
    get throws {
      let document = Document(
        requirements: rows.map(Document.Item.init),
        findings: findings,
        summary: summary
      )
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(document), as: UTF8.self)
    }
  }

  private struct Document: Encodable {
    let requirements: [Item]
    let findings: [String]
    let summary: String

    struct Item: Encodable {
      let id, product, requirement, result, note: String
      let tests: [TestResult]

      init(_ row: Row) {
        let requirement = row.requirement
        (id, product) = (requirement.id, requirement.product)
        (self.requirement, note) = (requirement.text, requirement.note)
        (result, tests) = (row.result, row.tests)
      }
    }
  }

  private static let width = 51

  private static func line(
    _ id: String,
    _ text: String,
    _ tests: String,
    _ result: String
  ) -> String {
    func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(0, width - text.count))
    }
    let count = String(repeating: " ", count: max(0, 5 - tests.count)) + tests
    let line = "\(padded(id, 4))  \(padded(text, width))  \(count)  \(result)"
    return String(line.reversed().drop { $0 == " " }.reversed())
  }

  private static func wrapped(_ text: String, _ width: Int = width) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if last.count + 1 + word.count <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
