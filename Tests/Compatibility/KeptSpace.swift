import Driver
import Foundation
import Testing

/// A space that an earlier version wrote, and the answers of that version.
///
/// It is in `VERSION/PRODUCT` beside this file and was made by `make`.
struct KeptSpace: CustomTestStringConvertible, Sendable {
  let folder: URL

  /// The spaces of all versions and products.
  static let all: [KeptSpace] = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let versions = names(in: root).filter { $0.hasPrefix("v") && Int($0.dropFirst()) != nil }
    return versions.flatMap { version in
      let folder = root.appendingPathComponent(version)
      return names(in: folder).map { KeptSpace(folder: folder.appendingPathComponent($0)) }
    }
  }()

  private static func names(in folder: URL) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }

  var testDescription: String { folder.pathComponents.suffix(2).joined(separator: "/") }

  /// A command, and when and where it was given.
  struct Question: CustomStringConvertible {
    let answer: String
    let zone: String
    let now: String
    let words: [String]

    var description: String { "\(now) trellis \(words.joined(separator: " "))" }
  }

  func questions() throws -> [Question] {
    let table = try text("questions.tsv")
    return try table.split(separator: "\n").map { line in
      let columns = line.split(separator: "\t").map(String.init)
      try #require(columns.count > 3, "\(testDescription): \(line)")
      return Question(
        answer: columns[0],
        zone: columns[1],
        now: columns[2],
        words: Array(columns[3...])
      )
    }
  }

  /// The path of the export of the space's own version.
  var export: String { folder.appendingPathComponent("answers/export-format-json.json").path }

  /// What the space's own version printed.
  func answer(to question: Question) throws -> String { try text("answers/\(question.answer)") }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  /// A user with a copy of the space, so that the stored one stays unchanged.
  func unpacked(withHistory: Bool = true) throws -> Person {
    let person = try Person()
    for name in withHistory ? ["product", "space.db"] : ["product"] {
      try FileManager.default.copyItem(
        at: folder.appendingPathComponent(name),
        to: person.home.appendingPathComponent(name)
      )
    }
    return person
  }
}
