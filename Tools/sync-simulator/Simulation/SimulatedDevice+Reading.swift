import Core
import EngineDriving
import Journals
import Sync

/// Reads what a device's machine asks about its journal.
extension SimulatedDevice {
  func rows(_ after: Int, _ limit: Int) throws -> [ScannedRow] {
    let rows = try journal.read(space, after: after, limit: limit).rows
    let entries = try journal.entries(in: space, for: rows.map(\.fact.id))
    return rows.map {
      ScannedRow(sequence: $0.sequence, fact: $0.fact, entry: entries[$0.fact.id])
    }
  }

  func held(_ entries: [SyncEntry]) throws -> [HeldEntry] {
    let ids = entries.map(\.fact)
    let facts = try journal.records(of: ids, in: space)
    let times = try journal.bootTimes(of: ids, in: space)
    let amended = try journal.verdicts(in: space)
    let blank = facts.values.filter { $0.payload == nil }.compactMap(\.entity)
    let erasures = blank.isEmpty ? [:] : try journal.erasures(of: blank, in: space)
    let erased = try journal.bootTimes(of: erasures.values.map(\.id), in: space)
    return entries.compactMap { entry in
      facts[entry.fact].map { fact in
        HeldEntry(
          entry: entry,
          fact: fact,
          made: times[entry.fact],
          amended: amended[entry.fact],
          erasure: (fact.payload == nil ? fact.entity : nil).flatMap { erasures[$0] }
            .map { Erasure(fact: $0, made: erased[$0.id], amended: amended[$0.id]) }
        )
      }
    }
  }
}
