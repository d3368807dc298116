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
    let registry = SchemaRegistry()
    let operations = try requests.map { try APIOperation($0, in: registry) }
    let shown = operations.filter { mayChange || $0.kind == .query }
    return shown.map { AssistantTool(operation: $0, schemas: registry.schemas) }
  }

  /// The request's name without its dots, which some assistants reject: `tracking_set-check`.
  var name: String { operation.name.replacing(".", with: "_") }

  /// Whether the person has to be asked, since the request needs a confirmation.
  private var needsConfirmation: Bool { operation.fields.contains { $0.name == "confirmed" } }

  /// What an assistant must know before it uses the tool.
  private var warning: String {
    guard needsConfirmation else { return "" }
    let how = "ask the person first, and set “confirmed” only then."
    return operation.erases
      ? " It takes something away for good: \(how)" : " It changes much at once: \(how)"
  }

  /// The tool as the protocol lists it.
  var document: JSONValue {
    [
      "name": .text(name),
      "title": .text(operation.name),
      "description": .text(operation.summary + warning),
      "inputSchema": Schema.object(operation.fields).selfContained(among: schemas),
      "annotations": [
        "readOnlyHint": .bool(operation.kind == .query),
        "destructiveHint": .bool(operation.erases),
        "idempotentHint": .bool(operation.kind == .query),
        "openWorldHint": .bool(false),
      ],
    ]
  }
}
