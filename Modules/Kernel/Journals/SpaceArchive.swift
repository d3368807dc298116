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
  public let facts: [FactRecord]

  public init(space: SpaceID, facts: [FactRecord]) {
    format = SpaceArchive.format
    version = SpaceArchive.version
    self.space = space
    self.facts = facts
  }

  /// Reads all facts of a space, in order.
  ///
  /// - Throws: ``JournalError`` with `damaged` if a row is missing.
  public init(of space: SpaceID, in journal: some Journal) async throws {
    var facts: [FactRecord] = []
    while true {
      let page = try await journal.read(space, after: facts.count, limit: 2000)
      if let row = page.missingRow(after: facts.count) {
        throw JournalError.missing(row: row, of: space)
      }
      facts += page.rows.map(\.fact)
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
    } catch let error as DomainError {
      throw error
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
