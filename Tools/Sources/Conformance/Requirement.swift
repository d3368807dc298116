/// One thing that was asked for, a line of the ledger.
public struct Requirement: Sendable, Equatable {
  /// Short and stable, such as `K-4`.
  public let id: String
  public let product: String
  /// What was asked for, in one sentence.
  public let text: String
  public let coverage: Coverage
  /// Why it is not covered yet, or which part of it is not.
  public let note: String

  /// What shows that a requirement is met.
  public enum Coverage: Sendable, Equatable {
    /// Tests whose names begin with its id.
    case tests
    /// A step of `.ci/run` by this name.
    case step(String)
    /// Nothing yet; the note says why.
    case later
  }

  init(line: Substring, number: Int) throws {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    func bad(_ reason: String) -> ToolError { ToolError("Line \(number) of the ledger: \(reason)") }
    guard fields.count == 5 else { throw bad("it has \(fields.count) columns, not 5.") }
    (id, product, text, note) = (fields[0], fields[1], fields[2], fields[4])
    guard TestName.isID(id) else { throw bad("“\(id)” is not an id.") }
    let words = fields[3].split(separator: " ")
    switch (words.first, words.count) {
    case ("tests", 1): coverage = .tests
    case ("later", 1): coverage = .later
    case ("step", 2): coverage = .step(String(words[1]))
    default: throw bad("“\(fields[3])” is none of: tests, step NAME, later.")
    }
    if coverage == .later, note.isEmpty { throw bad("\(id) is for later, but not why.") }
  }
}
