import Core
import Engine
import Journals
import Sync

/// A fact that erased others, as it is kept outside of the backups.
public struct ErasedFact: Sendable, Equatable {
  public let fact: FactRecord
  /// The verdict, if the fact counts otherwise than it was made; otherwise nil.
  public let verdict: SyncVerdict?
  public let received: Instant

  public init(fact: FactRecord, verdict: SyncVerdict?, received: Instant) {
    self.fact = fact
    self.verdict = verdict
    self.received = received
  }
}

extension ErasedFact: Codable {
  private enum CodingKeys: String, CodingKey { case fact, received, verdict }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    var fact = try members.decode(FactRecord.self, forKey: .fact)
    // Only such facts are kept here.
    fact.erases = true
    self.init(
      fact: fact,
      verdict: try members.decodeIfPresent(SyncVerdict.self, forKey: .verdict),
      received: Instant(milliseconds: try members.decode(Int64.self, forKey: .received))
    )
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(fact, forKey: .fact)
    try members.encodeIfPresent(verdict, forKey: .verdict)
    try members.encode(received.milliseconds, forKey: .received)
  }
}

/// Handles a restore of the server's data.
extension ServerReplicator {
  /// Begins another epoch in a space that was restored, and applies what was erased since.
  ///
  /// Devices then offer what the backup lacks. Call this for each space before any device is
  /// answered.
  ///
  /// - Parameter erased: the facts of the space that were kept outside of the backups.
  public func restored(_ space: SpaceID, erased: [ErasedFact] = []) async throws {
    try await alone(with: space) { work in
      var machine = work.machine()
      let change = machine.restart(as: .random())
      let known = try await work.journal.known(erased.map(\.fact.id), in: space)
      let lost = erased.filter { !known.contains($0.fact.id) }.sorted { $0.fact.id < $1.fact.id }
      var page = change.page
      for erased in lost { page.verdicts[erased.fact.id] = erased.verdict }
      try await work.keep(
        SyncStorage(facts: lost.map(\.fact), page: page, isLast: true),
        by: machine
      )
      try await work.numberOwn(
        received: Dictionary(lost.map { ($0.fact.id, $0.received) }, uniquingKeysWith: { $1 })
      )
    }
    await configuration.didAppend(space)
  }

  /// The storage that the facts of a space use.
  public func usage(of space: SpaceID) async throws -> SpaceUsage {
    try await configuration.journal.usage(of: space)
  }

  /// Compares what this server has signed with what it holds (``OrderCheck``).
  public func verify(_ receipt: SyncReceipt) async throws -> OrderCheck.Finding {
    guard let signer = configuration.signer else { return .notSigned }
    return try await OrderCheck(of: receipt.space, in: configuration.journal)
      .verify(receipt, signedBy: signer.publicKey)
  }
}
