import API
import Core

/// A request of a module as an assistant may use it.
struct AssistantTool: Sendable {
  let operation: APIOperation
  private let schemas: [String: Schema]

  /// All tools of some modules.
  ///
  /// - Parameter mayChange: whether requests that change something are included.
  /// - Throws: a `SchemaError` for a request that cannot be described.
  static func all(
    of requests: [any Request.Type],
    mayChange: Bool
  ) throws -> [AssistantTool] {
    let book = SchemaRegistry()
    let operations = try requests.map { try APIOperation($0, in: book) }
    let shown = operations.filter { mayChange || $0.kind == .query }
    return shown.map { AssistantTool(operation: $0, schemas: book.schemas) }
  }

  /// The request's name without its dots, which some assistants reject: `tracking_set-check`.
  var name: String { operation.name.replacing(".", with: "_") }

  /// Whether the request removes something permanently, and only does so once that is confirmed.
  private var isDestructive: Bool { operation.fields.contains { $0.name == "confirmed" } }

  /// The tool as the protocol lists it.
  var document: JSONValue {
    let warning =
      isDestructive
      ? " It takes something away for good: ask the person first, and set “confirmed” only then."
      : ""
    return [
      "name": .text(name),
      "title": .text(operation.name),
      "description": .text(operation.summary + warning),
      "inputSchema": Schema.object(operation.fields).selfContained(among: schemas),
      "annotations": [
        "readOnlyHint": .bool(operation.kind == .query),
        "destructiveHint": .bool(isDestructive),
        "idempotentHint": .bool(operation.kind == .query),
        "openWorldHint": .bool(false),
      ],
    ]
  }
}
