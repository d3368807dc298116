import API
import Core
import HTTPServing
import Locks
import Pages
import Presentation

/// The description of a product's API for other programs.
///
/// It is made when somebody first asks for it: it takes longer than all else that a program makes
/// at its start, and most are never asked.
struct APIDescription: Sendable {
  private let product: Product
  private let documents: [DocumentEndpoint]
  private let settings: WebApp.Settings
  private let making = SharedLocked<Task<[UInt8], any Error>?>(nil)

  init(_ product: Product, documents: [DocumentEndpoint], settings: WebApp.Settings) {
    self.product = product
    self.documents = documents
    self.settings = settings
  }

  /// The description as JSON.
  ///
  /// - Throws: `SchemaError` when a request cannot be described, which is a bug in the host.
  func bytes() async throws -> [UInt8] {
    // Whoever asks meanwhile waits for the same bytes, without a thread.
    let task = making.withLock { making -> Task<[UInt8], any Error> in
      if let making { return making }
      let begun = Task { try JSON.encode(try document().value) }
      making = begun
      return begun
    }
    return try await task.value
  }

  private func document() throws -> OpenAPIDocument {
    let registry = SchemaRegistry()
    return try OpenAPIDocument(
      title: settings.place.titled(product),
      summary: product.summary,
      version: settings.version,
      operations: try APIOperation.all(of: product, in: registry),
      registry: registry,
      readings: documents.map(\.reading),
      host: settings.description.adding(EventRoutes.described)
    )
  }
}

extension APIOperation {
  /// The requests of all modules of a product, whose fields are then described in `registry`.
  ///
  /// - Throws: `SchemaError` when fields cannot be described, which is a bug in their module.
  static func all(of product: Product, in registry: SchemaRegistry) throws -> [APIOperation] {
    try product.modules.flatMap { $0.manifest.answers }.map { request in
      try APIOperation(request, in: registry)
    }
  }
}

extension DocumentEndpoint {
  fileprivate var reading: OpenAPIDocument.Reading {
    let names = PathPattern(path).names
    let inPath = names.map { name in
      let known = parameters.first { $0.name == name }
      return OpenAPIDocument.Parameter(
        name: name,
        summary: known?.summary ?? "",
        schema: known?.kind.schema ?? ["type": "string"],
        isInPath: true
      )
    }
    let behind = parameters.filter { !names.contains($0.name) }.map { parameter in
      OpenAPIDocument.Parameter(
        name: parameter.name,
        summary: parameter.summary,
        schema: parameter.kind.schema,
        isInPath: false
      )
    }
    return OpenAPIDocument.Reading(
      path: path,
      summary: summary,
      parameters: inPath + behind,
      content: content
    )
  }
}

extension DocumentParameter.Kind {
  fileprivate var schema: JSONValue {
    switch self {
    case .text: ["type": "string"]
    case .day: ["type": "string", "format": "date"]
    case .flag: ["type": "boolean"]
    case .number(let range):
      [
        "type": "integer",
        "minimum": .integer(Int64(range.lowerBound)), "maximum": .integer(Int64(range.upperBound)),
      ]
    case .oneOf(let choices): ["type": "string", "enum": .list(choices.map { .text($0) })]
    }
  }
}
