import Core
import Journals

/// What the test kit needs from an engine in addition to what programs use.
extension SpaceEngine {
  /// The state of a module; nil if the module is not loaded.
  package func state<M: Module>(of module: M.Type) -> M.State? {
    let index = modules.modules.firstIndex { $0.name == M.manifest.name }
    return index.flatMap { boxes[$0] as? StateBox<M.State> }?.value
  }

  /// The states of all modules as a snapshot holds them, concatenated.
  package var stateBytes: [UInt8] {
    boxes.flatMap { box in
      var writer = ByteWriter()
      box.write(to: &writer)
      return writer.bytes
    }
  }

  /// Delivers a change of a module that is not loaded, as if that module had just published it.
  package func deliver(_ change: some Change) {
    let now = environment.clock.now()
    current = HybridTimestamp(clock: clock.tick(now: now), device: environment.device)
    deliver(change, on: modules.channel(of: type(of: change)))
    if !reactions.isEmpty { runReactions(for: .owner) }
  }
}

/// Records facts as if this device had just made them.
package final class RecordOperation: TypedOperation<Void> {
  private let facts: [any Fact]

  package init(_ facts: [any Fact], _ completion: @escaping Completion) {
    self.facts = facts
    super.init(completion)
  }

  override func answer(in engine: SpaceEngine) throws {
    try engine.take(Decision(facts), of: nil, by: .owner)
  }
}
