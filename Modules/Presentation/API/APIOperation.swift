import Core

/// A module's request as other programs reach it over HTTP.
public struct APIOperation: Sendable {
  public enum Kind: Sendable {
    /// Changes nothing.
    case query
    /// May change state.
    case command
  }

  /// Whether the request is a `POST` with fields in its body rather than a `GET` with query items.
  ///
  /// Commands have a body, and so do queries whose fields do not fit into a URL.
  public var hasBody: Bool {
    kind == .command || fields.contains { !QueryFields.isPlain($0.schema) }
  }

  /// The request's name, such as `tracking.set-check`.
  public let name: String
  public let summary: String
  public let kind: Kind
  /// Whether it removes something permanently.
  public let erases: Bool
  /// The replacement of the request, if there is one.
  public let deprecation: Deprecation?
  public let fields: [Schema.Field]
  private let reading: RequestDecoder
  private let describe: @Sendable (SchemaRegistry) throws -> Description
  private let run: @Sendable (ParsedJSON, any SpaceClient) async throws -> [UInt8]

  /// The path, such as `/api/v1/tracking/set-check`.
  public let path: String

  /// The name of the module that handles the request.
  public var module: String { String(name.prefix { $0 != "." }) }

  /// Describes the fields of `request` and all types that they use.
  ///
  /// - Throws: ``SchemaError`` for a type that cannot be described.
  public init(_ request: any Request.Type, in registry: SchemaRegistry) throws {
    switch request {
    case let query as any Query.Type: try self.init(query: query, registry)
    case let command as any Command.Type: try self.init(command: command, registry)
    default: throw SchemaError("\(request.name) is neither a query nor a command.")
    }
  }

  private init<Q: Query>(query: Q.Type, _ registry: SchemaRegistry) throws {
    try self.init(query, .query, erases: false, registry) { try JSON.encode(try await $1.ask($0)) }
  }

  private init<C: Command>(command: C.Type, _ registry: SchemaRegistry) throws {
    try self.init(command, .command, erases: C.erases, registry) {
      let outcome = try await $1.send($0)
      return try JSON.encode(CommandReply(outcome.reply, signals: outcome.signals))
    }
  }

  private init<R: Request>(
    _ request: R.Type,
    _ kind: Kind,
    erases: Bool,
    _ registry: SchemaRegistry,
    _ answer: @escaping @Sendable (R, any SpaceClient) async throws -> [UInt8]
  ) throws {
    name = R.name
    path = "\(APIVersion.path)/" + R.name.split(separator: ".").joined(separator: "/")
    summary = R.summary
    self.kind = kind
    self.erases = erases
    deprecation = R.deprecation
    fields = try registry.fields(of: R.self)
    let reading = RequestDecoder(schema: .object(fields), schemas: registry.schemas)
    self.reading = reading
    describe = { registry in
      let example = try JSON.encode(try registry.sample(of: R.self))
      return Description(
        reply: try registry.schema(of: R.Reply.self),
        example: try JSON.decode(JSONValue.self, from: example)
      )
    }
    run = { fields, space in try await answer(try reading.read(R.self, fields), space) }
  }

  /// Describes the reply and all types that it uses, and makes up a request.
  ///
  /// - Throws: ``SchemaError`` for a type that cannot be described.
  public func description(in registry: SchemaRegistry) throws -> Description {
    try describe(registry)
  }

  /// Runs the request with fields from a JSON object.
  ///
  /// - Throws: ``FieldError``, or an error of the module.
  public func answer(_ body: [UInt8], in space: any SpaceClient) async throws -> [UInt8] {
    try await run(try reading.scan(body), space)
  }

  /// Runs the request with fields from a query string.
  ///
  /// - Throws: ``FieldError``, or an error of the module.
  public func answer(
    _ pairs: [(name: String, value: String)],
    in space: any SpaceClient
  ) async throws -> [UInt8] {
    try await run(try QueryFields.read(pairs, for: fields), space)
  }
}

extension APIOperation {
  /// What is said of an operation to other programs, beyond what is needed to run it.
  ///
  /// Replies use most of a product's types: describing them took a program at its start longer than
  /// all else.
  public struct Description: Sendable {
    public let reply: Schema
    /// A made-up request that decodes successfully.
    public let example: JSONValue
  }
}

/// An error about the fields of a request.
public struct FieldError: Error, Sendable, Equatable {
  public enum Kind: Sendable {
    /// The body is not JSON.
    case unreadable
    /// The JSON does not match the schema.
    case wrong
    /// The JSON matches the schema but has an impossible value, such as `9 times in 7 days`.
    case unfit
  }

  public let kind: Kind
  /// Which field is wrong, and why.
  public let words: String

  public init(_ kind: Kind, _ words: String) {
    self.kind = kind
    self.words = words
  }
}
