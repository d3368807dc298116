import Core
import FileSystem
import Journals

/// A fact that the server has refused, and that therefore counts nowhere.
public struct SyncIssue: Sendable, Codable, Equatable {
  public let fact: FactID
  public let kind: String
  public let entity: EntityID?
  /// The code of the reason.
  public let reason: String
  /// When the server refused it; when it was made, if that is not known.
  public let at: Instant
}

/// The refused facts of a space, and which of them the person has dismissed.
///
/// Dismissing hides a fact and changes nothing else, so a small file of the home keeps it.
public struct SyncIssues: Sendable {
  /// The file only affects what is shown; at most this many bytes of it are read.
  private static let longest = 1 << 20

  private let journal: any SyncStore
  private let space: SpaceID
  private let path: String

  /// - Parameter path: the file that keeps what was dismissed.
  public init(in space: SpaceID, of journal: any SyncStore, path: String) {
    self.space = space
    self.journal = journal
    self.path = path
  }

  /// The refused facts that were not dismissed, oldest first.
  public func list() async throws -> [SyncIssue] {
    let dismissed = try dismissed()
    return try await refused().filter { !dismissed.contains($0.fact) }
  }

  /// Dismisses a refused fact: it stays refused, but is no longer shown.
  ///
  /// - Throws: a `DomainError` if there is no such refused fact, or the file cannot be written.
  public func dismiss(_ fact: FactID) async throws {
    let refused = Set(try await refused().map(\.fact))
    guard refused.contains(fact) else {
      throw DomainError(
        "not-refused",
        "No refused entry is named \(fact). Nothing was changed: look at the list again."
      )
    }
    // Facts that are no longer refused, for example in a restored history, need not be remembered.
    let kept = try dismissed().union([fact]).intersection(refused)
    do throws(FileError) {
      try AtomicFile.write(try bytes(of: kept), to: path)
    } catch { throw unusable("\(error)") }
  }

  private func bytes(of facts: Set<FactID>) throws(FileError) -> [UInt8] {
    Array(facts.sorted().map { "\($0)\n" }.joined().utf8)
  }

  private func refused() async throws -> [SyncIssue] {
    let verdicts = Amendment.verdicts(of: try await journal.amendments(of: space))
    let reasons = verdicts.compactMapValues(\.refusal)
    let ids = Array(reasons.keys)
    let facts = try await journal.records(of: ids, in: space)
    let entries = try await journal.entries(in: space, for: ids)
    let issues = reasons.compactMap { id, reason in
      facts[id].map {
        SyncIssue(
          fact: id,
          kind: $0.kind,
          entity: $0.entity,
          reason: reason,
          at: entries[id]?.received ?? id.received
        )
      }
    }
    return issues.sorted { ($0.at, $0.fact) < ($1.at, $1.fact) }
  }

  private func dismissed() throws -> Set<FactID> {
    do throws(FileContents.Failure) {
      let bytes = try FileContents.read(path, limit: SyncIssues.longest, allowsPipes: false)
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      return Set(lines.compactMap { FactID(String($0)) })
    } catch .system(let error) where error.isMissingFile {
      return []
    } catch { throw unusable("\(error)") }
  }

  private func unusable(_ reason: String) -> DomainError {
    DomainError(
      "issues-unusable",
      "\(path), which keeps the refused entries that you have dismissed, cannot be used (\(reason)). "
        + "Nothing was changed: give yourself the right to read and write it."
    )
  }
}
