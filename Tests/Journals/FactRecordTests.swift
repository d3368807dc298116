import Core
import Journals
import Testing

/// A payload that is stored with a part of its hash is told from one that was changed.
@Suite struct FactRecordTests {
  private let original = fact(1, payload: "{\"a\":1}").hashed()

  /// The fact with another payload, and the first 64 bits of the original's hash.
  private func stored(_ payload: String) -> FactRecord {
    FactRecord(
      id: original.id,
      stamp: original.stamp,
      kind: original.kind,
      version: original.version,
      entity: original.entity,
      payload: Array(payload.utf8),
      payloadCheck: original.payloadHash.firstWord
    )
  }

  @Test func `what was not changed equals the original`() {
    let same = stored("{\"a\":1}")
    #expect(same.isIntact)
    #expect(same == original)
    #expect(same.erased() == original.erased())
    #expect(same.erased().payloadHash == original.payloadHash)
  }

  @Test func `what was changed does not look like a fact that somebody made`() {
    let changed = stored("{\"a\":2}")
    #expect(!changed.isIntact)
    #expect(changed != original)
    #expect(changed != changed.hashed())
    // Others refuse it, since its hash is not that of its payload, and is not the original's either.
    #expect(changed.payloadHash != original.payloadHash)
    #expect(changed.payloadHash.firstWord == original.payloadHash.firstWord)
    #expect(changed.erased().payloadHash == changed.payloadHash)
  }
}
