import API
import Core

/// All messages of some modules, and the types that they contain.
public struct Catalogue: Sendable {
  /// By module and kind, then by name.
  public let messages: [Message]
  /// The modules in the order of their names, with their purposes.
  public let modules: [(name: String, summary: String)]
  /// The types by the names of references, such as `Tracking.Habit`.
  public let shapes: [String: Schema]

  /// Catalogues the messages that manifests list.
  ///
  /// - Parameter samples: an event of each type that is announced.
  /// - Throws: ``CatalogueError`` for a message that cannot be described.
  public init(
    of manifests: [Manifest],
    samples: [any IntegrationEvent] = AnnouncedSamples.all
  ) throws {
    let maker = MessageMaker(samples: samples)
    var found: [Message] = []
    for manifest in manifests { found += try maker.messages(of: manifest) }
    for manifest in manifests {
      let names = Set(manifest.reads.map { $0.name } + manifest.follows.map { $0.name })
      for index in found.indices where names.contains(found[index].name) {
        guard found[index].owner != manifest.name else { continue }
        found[index].readers.append(manifest.name)
      }
    }
    messages = found.sorted { $0.place < $1.place }
    modules = manifests.map { ($0.name, $0.summary) }.sorted { $0.0 < $1.0 }
    shapes = maker.registry.schemas
  }
}

extension Message {
  /// Its position in the catalogue.
  fileprivate var place: (String, Int, String) {
    (owner, Kind.allCases.firstIndex(of: kind) ?? 0, name)
  }
}

/// Makes messages from the types that manifests list.
private struct MessageMaker {
  let registry = SchemaRegistry()
  let samples: [String: any IntegrationEvent]

  init(samples: [any IntegrationEvent]) {
    self.samples = Dictionary(samples.map { (type(of: $0).name, $0) }) { first, _ in first }
  }

  func messages(of manifest: Manifest) throws -> [Message] {
    let told = manifest.announces.map { $0.name }
    return try manifest.owns.map { try fact($0, manifest.name) }
      + manifest.announces.map { try announced($0, manifest.name) }
      + manifest.publishes.filter { !told.contains($0.name) }.map { inner($0, manifest.name) }
      + manifest.answers.map { try request($0, manifest.name) }
  }

  private func fact<F: Fact>(_ type: F.Type, _ owner: String) throws -> Message {
    let form = Message.Form(
      schema: .object(try describing(F.name) { try registry.fields(of: type) }),
      sample: try JSONValue(try registry.sample(of: type))
    ) { sample, version in
      let fact = try F.upcast(payload: JSON.encode(sample), version: version)
      return try JSON.decode(JSONValue.self, from: fact.payload())
    }
    return Message(event: type, .fact, version: F.version, owner, isAnnounced: false, form)
  }

  private func announced(_ type: any IntegrationEvent.Type, _ owner: String) throws -> Message {
    guard let sample = samples[type.name] else {
      throw CatalogueError(
        "\(type.name) is announced and has no sample: add one to AnnouncedSamples."
      )
    }
    return try announced(sample, owner)
  }

  private func announced<E: IntegrationEvent>(_ sample: E, _ owner: String) throws -> Message {
    let recorder = EncodingRecorder(registry: registry)
    try describing(E.name) { try sample.encode(to: recorder) }
    let form = Message.Form(schema: .object(recorder.fields), sample: try whole(sample)) { _, _ in
      try whole(sample)
    }
    let kind = E.self is any Signal.Type ? Message.Kind.signal : .change
    return Message(event: E.self, kind, owner, isAnnounced: true, form)
  }

  private func inner(_ type: any Change.Type, _ owner: String) -> Message {
    Message(event: type, .change, owner, isAnnounced: false, nil)
  }

  private func request<R: Request>(_ type: R.Type, _ owner: String) throws -> Message {
    Message(
      kind: R.self is any Query.Type ? .query : .command,
      name: R.name,
      version: 1,
      owner: owner,
      privacy: nil,
      summary: R.summary,
      type: SchemaRegistry.name(of: type),
      isAnnounced: false,
      deprecation: R.deprecation,
      form: Message.Form(
        schema: .object(try describing(R.name) { try registry.fields(of: type) }),
        sample: try JSONValue(try registry.sample(of: type))
      ) { sample, _ in try JSONValue(try JSON.decode(R.self, from: JSON.encode(sample))) },
      reply: Message.Form(
        schema: try describing(R.name) { try registry.schema(of: R.Reply.self) },
        sample: try JSONValue(try registry.sample(of: R.Reply.self))
      ) { sample, _ in try JSONValue(try JSON.decode(R.Reply.self, from: JSON.encode(sample))) }
    )
  }

  /// Adds the message's name to the errors of `body`.
  private func describing<T>(_ name: String, _ body: () throws -> T) throws -> T {
    do { return try body() } catch {
      throw CatalogueError("\(name) cannot be described: \(error)")
    }
  }
}

/// An event's members; also works for an event without any.
private func whole(_ event: some IntegrationEvent) throws -> JSONValue {
  let bytes = try? JSON.encode(event)
  return try bytes.map { try JSON.decode(JSONValue.self, from: $0) } ?? [:]
}

extension Message {
  fileprivate init<E: Event>(
    event: E.Type,
    _ kind: Kind,
    version: Int = 1,
    _ owner: String,
    isAnnounced: Bool,
    _ form: Form?
  ) {
    self.kind = kind
    name = E.name
    self.version = version
    self.owner = owner
    privacy = E.privacy
    summary = (event as? any IntegrationEvent.Type)?.summary
    type = SchemaRegistry.name(of: event)
    self.isAnnounced = isAnnounced
    deprecation = E.deprecation
    self.form = form
    reply = nil
  }
}
