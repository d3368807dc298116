import Core

/// One request that a module answers, as other programs reach it.
public struct APIOperation: Sendable {
  public enum Kind: Sendable {
    /// Changes nothing.
    case query
    /// May change something.
    case command
  }

  /// Whether it is a `POST` with its fields in the body, or a `GET` with them behind the `?`.
  ///
  /// Orders have a body, and so have questions about things that do not fit into an address.
  public var hasBody: Bool {
    kind == .command || fields.contains { !QueryFields.isPlain($0.schema) }
  }

  /// `tracking.set-check`.
  public let name: String
  public let summary: String
  public let kind: Kind
  /// The fields of the request.
  public let fields: [Schema.Field]
  public let reply: Schema
  /// A request, made up, that can be read.
  public let example: JSONValue
  private let reading: RequestReading
  private let run: @Sendable (ReadJSON, any SpaceClient) async throws -> [UInt8]

  /// `/api/v1/tracking/set-check`.
  public let path: String

  /// The module it belongs to.
  public var module: String { String(name.prefix { $0 != "." }) }

  /// Describes `request` and all types in it.
  ///
  /// - Throws: ``SchemaError`` for what cannot be described.
  public init(_ request: any Request.Type, in book: SchemaBook) throws {
    switch request {
    case let query as any Query.Type: try self.init(query: query, book)
    case let command as any Command.Type: try self.init(command: command, book)
    default: throw SchemaError("\(request.name) is neither a question nor an order.")
    }
  }

  private init<Q: Query>(query: Q.Type, _ book: SchemaBook) throws {
    try self.init(query, .query, book) { try JSON.encode(try await $1.ask($0)) }
  }

  private init<C: Command>(command: C.Type, _ book: SchemaBook) throws {
    try self.init(command, .command, book) { try JSON.encode(try await $1.send($0).reply) }
  }

  private init<R: Request>(
    _ request: R.Type,
    _ kind: Kind,
    _ book: SchemaBook,
    _ answer: @escaping @Sendable (R, any SpaceClient) async throws -> [UInt8]
  ) throws {
    name = R.name
    path = "\(APIVersion.path)/" + R.name.split(separator: ".").joined(separator: "/")
    summary = R.summary
    self.kind = kind
    fields = try book.fields(of: R.self)
    reply = try book.schema(of: R.Reply.self)
    example = try JSON.decode(JSONValue.self, from: JSON.encode(try book.sample(of: R.self)))
    let reading = RequestReading(schema: .object(fields), book: book.schemas)
    self.reading = reading
    run = { fields, space in try await answer(try reading.read(R.self, fields), space) }
  }

  /// Answers a request whose fields are an object in JSON.
  ///
  /// - Throws: ``BadFields``, or what the module throws.
  public func answer(_ body: [UInt8], in space: any SpaceClient) async throws -> [UInt8] {
    try await run(try reading.scan(body), space)
  }

  /// Answers a request whose fields stand behind the `?`.
  ///
  /// - Throws: ``BadFields``, or what the module throws.
  public func answer(
    _ pairs: [(name: String, value: String)],
    in space: any SpaceClient
  ) async throws -> [UInt8] {
    try await run(try QueryFields.read(pairs, for: fields), space)
  }
}

/// The fields of a request are not what it wants.
public struct BadFields: Error, Sendable, Equatable {
  public enum Kind: Sendable {
    /// It is not JSON at all.
    case unreadable
    /// It is, but not as the description says.
    case wrong
    /// It is as the description says, and yet says nothing that there is: `9 times in 7 days`.
    case unfit
  }

  public let kind: Kind
  /// What is wrong with which field.
  public let words: String

  public init(_ kind: Kind, _ words: String) {
    self.kind = kind
    self.words = words
  }
}
