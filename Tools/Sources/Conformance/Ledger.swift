/// Everything that was asked for, in its order.
public struct Ledger: Sendable {
  public let requirements: [Requirement]

  /// Reads the ledger: a heading, then a requirement a line, its columns parted by tabs.
  public init(_ text: String) throws {
    let lines = text.split(separator: "\n").enumerated().dropFirst()
    requirements = try lines.map { try Requirement(line: $1, number: $0 + 1) }
    var seen: Set<String> = []
    for requirement in requirements where !seen.insert(requirement.id).inserted {
      throw ToolError("The ledger has \(requirement.id) twice.")
    }
    guard !requirements.isEmpty else { throw ToolError("The ledger is empty.") }
  }
}
