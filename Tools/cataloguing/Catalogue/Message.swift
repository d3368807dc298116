import API
import Core

/// A fact, change, signal, query or command as other modules and programs rely on it.
public struct Message: Sendable {
  public enum Kind: String, Sendable, Codable, CaseIterable {
    case fact, change, signal, query, command
  }

  public let kind: Kind
  /// The name on the wire: `tracking.check-set`.
  public let name: String
  /// The version of a fact's payload; 1 for all else, whose next version has another name.
  public let version: Int
  /// The name of the module that makes or answers it.
  public let owner: String
  /// Nil for requests, which are answered to whoever may ask.
  public let privacy: Privacy?
  /// One sentence for programs outside; nil for what only modules see.
  public let summary: String?
  /// The Swift type, as `Tracking.CheckSet`.
  public let type: String
  /// Whether programs outside may be told of it.
  public let isAnnounced: Bool
  public let deprecation: Deprecation?
  /// The modules that fold or follow it, beside its own.
  public internal(set) var readers: [String] = []
  /// What it looks like in JSON; nil for a change that only modules of the same program see.
  public let form: Form?
  /// What the answer to a request looks like.
  public let reply: Form?

  /// A JSON form, and how it is read.
  public struct Form: Sendable {
    public let schema: Schema
    /// One that is made up from the schema, or given by hand.
    public let sample: JSONValue
    /// Reads a sample of a version, and writes it in the present one.
    public let rewrite: @Sendable (_ sample: JSONValue, _ version: Int) throws -> JSONValue
  }

  /// The name and version, as files are named: `tracking.check-set.1`.
  public var key: String { "\(name).\(version)" }
}

/// Why a message cannot be catalogued.
public struct CatalogueError: Error, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}

extension JSONValue {
  /// A value as JSON has it.
  init(_ value: some Encodable) throws {
    self = try JSON.decode(JSONValue.self, from: JSON.encode(value))
  }
}
