import Core
import Testing

@testable import API

/// What replaces a request is told to programs.
@Suite struct DeprecationTests {
  struct Old: Query {
    typealias Reply = Int
    static let name = "tally.old"
    static let summary = "Counts."
    static let deprecation: Deprecation? = Deprecation(
      since: KernelVersion(2, 2),
      instead: "Ask tally.new."
    )
  }
  struct New: Query {
    typealias Reply = Int
    static let name = "tally.new"
    static let summary = "Counts better."
  }

  @Test func `a deprecated request says what to use, and others say nothing`() throws {
    let registry = SchemaRegistry()
    let document = try OpenAPIDocument(
      title: "Tally",
      summary: "Counts",
      version: "1",
      operations: [
        try APIOperation(Old.self, in: registry), try APIOperation(New.self, in: registry),
      ],
      registry: registry,
      readings: []
    )
    let old = try #require(operation("/api/v1/tally/old", of: document))
    #expect(old["deprecated"] == .bool(true))
    #expect(old["description"] == .text("Since 2.2: Ask tally.new."))
    #expect(old["summary"] == .text("Counts."))
    let new = try #require(operation("/api/v1/tally/new", of: document))
    #expect(new["deprecated"] == nil && new["description"] == nil)
  }

  private func operation(_ path: String, of document: OpenAPIDocument) -> [String: JSONValue]? {
    guard case .object(let members) = document.value,
      case .object(let paths)? = members["paths"],
      case .object(let methods)? = paths[path],
      case .object(let operation)? = methods["get"]
    else { return nil }
    return operation
  }
}
