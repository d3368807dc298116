/// A requirement, which is a line of the ledger.
public struct Requirement: Sendable, Equatable {
  /// A short and stable id, such as `K-4`.
  public let id: String
  public let product: String
  /// The requirement in one sentence.
  public let text: String
  public let coverage: Coverage
  /// Why it is not covered yet, or which part of it is not, or what else covers it.
  public let note: String

  /// How a requirement is verified.
  public enum Coverage: Sendable, Equatable {
    /// By tests whose names begin with its id.
    case tests
    /// By the step of `.ci/run` with this name.
    case step(String)
    /// Not yet; the note gives the reason.
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
