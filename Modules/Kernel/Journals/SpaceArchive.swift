import Core

/// A whole space as one JSON document: every fact with its id, timestamp and exact payload.
///
/// Merging it into an empty space gives the identical space.
public struct SpaceArchive: Codable, Sendable {
  public static let format = "trellis-space"
  public static let version = 1

  public let format: String
  public let version: Int
  public let space: SpaceID
  public let facts: [ArchivedFact]

  public init(space: SpaceID, facts: [ArchivedFact]) {
    format = SpaceArchive.format
    version = SpaceArchive.version
    self.space = space
    self.facts = facts
  }

  /// Reads all facts of a space, in order.
  ///
  /// - Throws: ``JournalError`` with `damaged` if a row is missing.
  public init(of space: SpaceID, in journal: some Journal) async throws {
    var facts: [ArchivedFact] = []
    while true {
      let page = try await journal.read(space, after: facts.count, limit: 2000)
      if let row = page.missingRow(after: facts.count) {
        throw JournalError.missing(row: row, of: space)
      }
      facts += try page.rows.map(ArchivedFact.init)
      if facts.count >= page.head { break }
    }
    self.init(space: space, facts: facts)
  }

  /// Parses an archive and checks all of it.
  ///
  /// - Throws: a `DomainError` with what is wrong and where.
  public init(reading bytes: [UInt8]) throws {
    let archive: SpaceArchive
    do {
      archive = try JSON.decode(SpaceArchive.self, from: bytes)
    } catch {
      throw DomainError(
        "archive-unreadable",
        "This is not a whole Trellis export: \(SpaceArchive.words(error)). Nothing was imported."
      )
    }
    guard archive.format == SpaceArchive.format, archive.version <= SpaceArchive.version else {
      throw DomainError(
        "archive-too-new",
        "This export was written by a newer version of Trellis. Nothing was imported: update first."
      )
    }
    self = archive
  }

  private static func words(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    return switch error {
    case .keyNotFound(let key, let context): "\(place(context))“\(key.stringValue)” is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "\(place(context))something else stands there than there should"
    case .dataCorrupted(let context): "\(place(context))\(context.debugDescription)"
    @unknown default: "\(error)"
    }
  }

  private static func place(_ context: DecodingError.Context) -> String {
    let path = context.codingPath.map { $0.intValue.map { "entry \($0 + 1)" } ?? $0.stringValue }
    return path.isEmpty ? "" : "at " + path.joined(separator: ", ") + ", "
  }
}

/// One fact in an archive.
public struct ArchivedFact: Codable, Sendable {
  public let id: FactID
  public let clock: UInt64
  public let device: UInt64
  public let kind: String
  public let version: Int
  public let entity: EntityID?
  /// The payload as JSON; nil if it was erased, or if ``payloadText`` has it.
  public let payload: JSONValue?
  /// The payload's exact text, if encoding ``payload`` would not give the same bytes.
  public let payloadText: String?
  /// The SHA-256 of the payload's bytes, in hexadecimal digits.
  public let payloadHash: String

  init(_ row: JournalRow) throws {
    id = row.id
    clock = row.stamp.clock.rawValue
    device = row.stamp.device.rawValue
    kind = row.kind
    version = row.version
    entity = row.entity
    payloadHash = row.payloadHash.description
    guard let bytes = row.payload else {
      (payload, payloadText) = (nil, nil)
      return
    }
    let value = try? JSON.decode(JSONValue.self, from: bytes)
    let isFaithful = try value.map { try JSON.encode($0) == bytes } ?? false
    payload = isFaithful ? value : nil
    payloadText = isFaithful ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// The fact in the form that a journal accepts.
  ///
  /// - Throws: a `DomainError` if the payload does not match its hash.
  public func fact() throws -> NewFact {
    let bytes = try payload.map { try JSON.encode($0) } ?? payloadText.map { Array($0.utf8) }
    guard let hash = Digest(payloadHash) else { throw damaged }
    if let bytes, Digest.of(bytes) != hash { throw damaged }
    return NewFact(
      id: id,
      stamp: HybridTimestamp(clock: .init(rawValue: clock), device: .init(rawValue: device)),
      kind: kind,
      version: version,
      entity: entity,
      payload: bytes,
      payloadHash: bytes == nil ? hash : nil
    )
  }

  private var damaged: DomainError {
    DomainError(
      "archive-damaged",
      "Entry \(id) (\(kind)) of this export was changed after it was written. "
        + "Nothing was imported: export it again, or use another copy."
    )
  }
}
