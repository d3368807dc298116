import Core
import Presentation

/// A document for programs, the same as a command prints with `--json`.
///
/// The description of the API has the schema of a document that is also `Decodable`. Nothing decodes
/// it, but what its `init(from:)` asks for is what a program can rely on.
public struct DocumentEndpoint: Sendable {
  /// The path below `/api/v1/`: `today`, `habits/{id}/days`.
  public let path: String
  public let summary: String
  public let parameters: [DocumentParameter]
  /// The type of the document.
  public let content: any (Encodable & Sendable).Type
  /// Produces the JSON.
  public let body: @Sendable (DocumentRequest) async throws -> [UInt8]

  public init<Content: Encodable & Sendable>(
    _ path: String,
    _ summary: String,
    parameters: [DocumentParameter] = [],
    body: @escaping @Sendable (DocumentRequest) async throws -> Content
  ) {
    self.path = path
    self.summary = summary
    self.parameters = parameters
    content = Content.self
    self.body = { try JSON.encode(try await body($0)) }
  }
}

/// A query parameter of a document.
public struct DocumentParameter: Sendable {
  public enum Kind: Sendable {
    case text
    case day
    case flag
    case number(ClosedRange<Int>)
    case oneOf([String])
  }

  public let name: String
  public let summary: String
  public let kind: Kind

  public init(_ name: String, _ kind: Kind, _ summary: String) {
    self.name = name
    self.kind = kind
    self.summary = summary
  }
}

/// A request for a document.
public struct DocumentRequest: Sendable {
  public let context: PageContext
  private let values: [String: String]

  /// - Parameter values: the path and query parameters, of the declared types.
  public init(context: PageContext, values: [String: String]) {
    self.context = context
    self.values = values
  }

  public subscript(_ name: String) -> String? { values[name] }

  public func day(_ name: String) -> Day? { values[name].flatMap { Day($0) } }

  public func number(_ name: String) -> Int? { values[name].flatMap { Int($0) } }

  public func flag(_ name: String) -> Bool { values[name] == "true" }
}

/// A file generated on request, such as a picture or an export.
public struct Download: Sendable {
  /// `/share/{kind}.png`: a name in braces matches a path component without its extension.
  public let path: String
  public let body: @Sendable (PageRequest) async throws -> DownloadedFile

  public init(
    _ path: String,
    body: @escaping @Sendable (PageRequest) async throws -> DownloadedFile
  ) {
    self.path = path
    self.body = body
  }
}

/// A generated file for a browser.
public struct DownloadedFile: Sendable {
  /// Writes a file piece by piece.
  ///
  /// It may be called several times, so that an error is found before the first piece is sent.
  public typealias Writer = @Sendable (_ write: ([UInt8]) async throws -> Void) async throws -> Void

  public enum Content: Sendable {
    case bytes([UInt8])
    /// A file that need not fit into memory.
    case written(Writer)
  }

  public let content: Content
  /// The media type, such as `image/png`.
  public let contentType: String
  /// The name to save it under; nil for a file that is displayed inline.
  public let name: String?

  public init(_ bytes: [UInt8], contentType: String, name: String? = nil) {
    self.init(.bytes(bytes), contentType: contentType, name: name)
  }

  public init(_ content: Content, contentType: String, name: String? = nil) {
    self.content = content
    self.contentType = contentType
    self.name = name
  }

  /// The whole file.
  public func bytes() async throws -> [UInt8] {
    switch content {
    case .bytes(let bytes): return bytes
    case .written(let writer):
      var bytes: [UInt8] = []
      try await writer { bytes += $0 }
      return bytes
    }
  }
}
