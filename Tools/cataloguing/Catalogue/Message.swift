import API
import Core

/// A fact, change, signal, query or command that other modules and programs rely on.
public struct Message: Sendable {
  public enum Kind: String, Sendable, Codable, CaseIterable {
    case fact, change, signal, query, command
  }

  public let kind: Kind
  /// The name on the wire: `tracking.check-set`.
  public let name: String
  /// The version of a fact's payload; 1 for other messages, whose next version has another name.
  public let version: Int
  /// The name of the module that makes or answers it.
  public let owner: String
  /// Nil for requests, which are answered to any caller that may send them.
  public let privacy: Privacy?
  /// One sentence for other programs; nil for messages that only modules see.
  public let summary: String?
  /// The Swift type, such as `Tracking.CheckSet`.
  public let type: String
  /// Whether other programs may receive it.
  public let isAnnounced: Bool
  public let deprecation: Deprecation?
  /// The modules that fold or follow it, besides its own.
  public internal(set) var readers: [String] = []
  /// Its JSON form; nil for a change that only modules of the same program see.
  public let form: Form?
  /// The form of the reply to a request.
  public let reply: Form?

  /// A JSON form, and how it is read.
  public struct Form: Sendable {
    public let schema: Schema
    /// A sample generated from the schema, or given by hand.
    public let sample: JSONValue
    /// Reads a sample of a version, and writes it in the present version.
    public let rewrite: @Sendable (_ sample: JSONValue, _ version: Int) throws -> JSONValue
  }

  /// The name and version, as in file names: `tracking.check-set.1`.
  public var key: String { "\(name).\(version)" }
}

/// Why a message cannot be catalogued.
public struct CatalogueError: Error, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}

extension JSONValue {
  /// Creates the JSON form of a value.
  init(_ value: some Encodable) throws {
    self = try JSON.decode(JSONValue.self, from: JSON.encode(value))
  }
}
