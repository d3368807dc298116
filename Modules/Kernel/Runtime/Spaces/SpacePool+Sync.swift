import Core
import Engine
import Journals
import Loop

/// Stores what a sync brings.
extension SpacePool {
  /// Stores what a sync brings to a space, in one transaction; skips facts that are already there.
  func synchronize(_ arrival: Arrival, in id: SpaceID) async throws -> Outcome<Int> {
    let unknown = try await UnknownFacts(
      arrival,
      in: id,
      of: journal,
      reader.readers,
      passesOver: reader.passesOver
    )
    return try await withCheckedThrowingContinuation { continuation in
      let merge = MergeOperation(unknown.facts, isLast: arrival.isLast, sync: unknown.page) {
        continuation.resume(with: $0)
      }
      submit(merge, to: id)
    }
  }

  /// Makes facts under another identity from now on.
  func adopt(_ device: DeviceID) { environment.device = device }
}

/// The decoded facts of a sync that a space does not have, and what is known of the others.
private struct UnknownFacts: Sendable {
  let facts: [DecodedFact]
  let page: SyncPage

  init(
    _ arrival: Arrival,
    in space: SpaceID,
    of journal: any Journal,
    _ readers: FactReaders,
    passesOver: FactReaders.PassesOver?
  ) async throws {
    let known = try await journal.known(arrival.facts.map(\.id), in: space)
    let refused = arrival.page.verdicts.filter { $0.value.refusal != nil }
    facts = try readers.merging(
      arrival.facts.filter { !known.contains($0.id) },
      refused: Set(refused.keys),
      passesOver: passesOver
    )
    page = arrival.page.settling(arrival.facts.filter { known.contains($0.id) })
  }
}
