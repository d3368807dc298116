import Core
import Engine
import EngineDriving
import EventDispatch
import Journals
import Testing

/// Folds the same facts in many orders and requires the same state, byte for byte, every time.
///
/// The state must also be the same if what was erased never arrives, and no fold may fail. This is
/// the property that lets devices merge. `modules` lists the module under test and those whose
/// changes it follows.
public func assertConverges(
  _ modules: [any Module.Type],
  _ facts: [StampedFact],
  orders: Int = 8,
  seed: UInt64,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let needs = Set(modules.flatMap { $0.manifest.needs })
  let set = try ModuleSet(modules, on: LocalBus(), standIns: needs)
  var failures: [any Error] = []
  set.onFailure { failures.append($0) }
  let facts = try set.readers.merging(try facts.map { try $0.record() })
  let expected = folded(facts, set)
  var random = SplitMix64(seed: seed)
  for order in 0..<orders {
    let state = folded(facts.shuffled(using: &random), set)
    #expect(
      state == expected,
      "order \(order) of seed \(seed) folds to another state",
      sourceLocation: sourceLocation
    )
  }
  // Erasing facts of modules that are not loaded change none of these states.
  let erasing = facts.filter { $0.fact != nil && $0.record.erases }
  let erased = Set(erasing.compactMap(\.record.entity))
  // Without an erasure these are the same facts again, which take longer to decode than to fold.
  if !erased.isEmpty {
    let rest = try set.readers.merging(
      facts.map(\.record).map { record in
        let isErased = record.entity.map { erased.contains($0) } ?? false
        return isErased && !record.erases ? record.erased() : record
      }
    )
    #expect(
      folded(rest, set) == expected,
      "seed \(seed) folds to another state without what was erased",
      sourceLocation: sourceLocation
    )
  }
  // A program would report these and continue.
  #expect(failures.isEmpty, "a fold of seed \(seed) fails", sourceLocation: sourceLocation)
}

/// The state of a device that received the facts in this order and opens the space again.
///
/// Erased payloads can still be read: the state must not depend on when an erasure arrives.
private func folded(_ facts: [DecodedFact], _ modules: ModuleSet) -> [UInt8] {
  let engine = SpaceEngine(
    id: SpaceID(rawValue: 1),
    modules: modules,
    environment: EngineEnvironment(
      clock: ManualClock(Instant(seconds: 1_750_000_000)),
      device: DeviceID(rawValue: 1),
      random: SplitMix64(seed: 1)
    )
  )
  _ = engine.beginOpening()
  engine.restore(from: nil, amendments: [])
  _ = engine.read(FactPage(elsewhere: facts))
  engine.finishReading()
  return engine.stateBytes
}
