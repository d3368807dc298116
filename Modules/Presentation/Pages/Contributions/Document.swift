import Core
import Presentation

/// A document for programs: the same that a command prints with `--json`.
public struct Document: Sendable {
  /// Its place under `/api/v1/`: `today`, `habits/{id}/days`.
  public let path: String
  public let summary: String
  public let parameters: [DocumentParameter]
  /// The JSON.
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
    self.body = { try JSON.encode(try await body($0)) }
  }
}

/// A value behind the `?` of a document.
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

/// What was asked of a document.
public struct DocumentRequest: Sendable {
  public let context: PageContext
  private let values: [String: String]

  /// - Parameter values: those of the path and behind the `?`, of the kinds that were declared.
  public init(context: PageContext, values: [String: String]) {
    self.context = context
    self.values = values
  }

  public subscript(_ name: String) -> String? { values[name] }

  public func day(_ name: String) -> Day? { values[name].flatMap { Day($0) } }

  public func number(_ name: String) -> Int? { values[name].flatMap { Int($0) } }

  public func flag(_ name: String) -> Bool { values[name] == "true" }
}

/// A file that is made when it is asked for: a picture, an export.
public struct Download: Sendable {
  /// `/share/{kind}.png`: what stands in braces matches a part of the path without its ending.
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

/// A file on its way to a browser.
public struct DownloadedFile: Sendable {
  public let bytes: [UInt8]
  /// `image/png`.
  public let contentType: String
  /// The name to save it under; nil for what is shown where it is.
  public let name: String?

  public init(_ bytes: [UInt8], contentType: String, name: String? = nil) {
    self.bytes = bytes
    self.contentType = contentType
    self.name = name
  }
}
