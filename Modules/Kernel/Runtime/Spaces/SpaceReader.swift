import Core
import Engine
import Journals
import Loop

/// Reads spaces from the journal for the engines that fold them.
///
/// It reads the snapshot of this set of modules, if there is a usable one, and all facts after it.
/// Reading and decoding happen off the loop, folding on it.
@LoopActor
struct SpaceReader {
  nonisolated private static let pageSize = 2000

  let journal: any Journal
  let readers: FactReaders
  let setID: UInt64
  /// The identity of this installation, which may change.
  let device: () -> DeviceID
  /// Whether a fact that cannot be read is skipped; nil for none.
  let passesOver: FactReaders.PassesOver?

  /// Folds everything that the state lacks.
  ///
  /// It begins at a snapshot that does not reach beyond `last`, or with the first fact, unless the
  /// engine may read on.
  func open(_ engine: SpaceEngine, upTo last: Int) async throws {
    if engine.mayReadOn { return try await catchUp(engine) }
    let snapshot = try await journal.snapshot(of: engine.id, set: setID, upTo: last)
    let amendments = try await journal.amendments(of: engine.id)
    engine.restore(from: snapshot, amendments: amendments)
    try await catchUp(engine)
  }

  /// Folds the facts that are in the journal and not in the state yet.
  func catchUp(_ engine: SpaceEngine) async throws {
    var coming = beginPage(of: engine.id, after: engine.folded)
    while true {
      let page = try await coming.value
      let next = engine.folded + page.count
      // Reads and decodes the next page while this one is folded.
      if page.count > 0, next < page.head { coming = beginPage(of: engine.id, after: next) }
      guard engine.read(page) else { break }
    }
    engine.finishReading(try await engine.mayLackAlarms ? journal.alarms(of: engine.id) : [])
  }

  private func beginPage(of id: SpaceID, after sequence: Int) -> Task<FactPage, any Error> {
    let (journal, readers, device, passesOver) = (journal, readers, device(), passesOver)
    return Task.detached {
      let rows = try await journal.read(id, after: sequence, limit: Self.pageSize)
      // A row after a gap would be read again for each one that is missing.
      if !rows.rows.isEmpty, let row = rows.missingRow(after: sequence) {
        throw JournalError.missing(row: row, of: id)
      }
      do {
        return try readers.page(rows, device: device)
      } catch {
        // Facts that a server has refused need not be readable; they are looked up only if one is
        // not.
        let refused = try await journal.refused(in: id)
        guard !refused.isEmpty || passesOver != nil else { throw error }
        return try readers.page(rows, device: device, refused: refused, passesOver: passesOver)
      }
    }
  }
}
