import Core
import Loop

/// How facts of one kind are read from the journal and given to the modules that fold them.
struct FactKind: Sendable {
  let owner: String
  let erases: Bool
  /// The newest payload version that can be read here.
  let version: Int
  /// Reads a payload; runs off the loop.
  let decode: @Sendable (_ payload: [UInt8], _ version: Int) throws -> any Fact
  let publish: @LoopActor @Sendable (any Fact, Stamp, Space) -> Void
}

/// A fact read from the journal, ready to be folded.
struct ReadFact: Sendable {
  let kind: FactKind
  let fact: any Fact
  let stamp: Stamp
}
