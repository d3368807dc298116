import Core
import EventDispatch

/// How payloads of one kind of fact are read; used off the loop as well.
public struct FactReader: Sendable {
  /// The newest payload version that can be read here.
  let version: Int
  let erases: Bool
  let decode: @Sendable (_ payload: [UInt8], _ version: Int) throws -> any Fact
}

/// What becomes of facts of one kind, its type forgotten.
class FactChannel {
  let name: String
  let reader: FactReader

  init(name: String, reader: FactReader) {
    self.name = name
    self.reader = reader
  }

  /// Gives a fact to the modules that fold it, and to the world once it is on disk.
  func fold(_ fact: any Fact, in engine: SpaceEngine) {}
}

final class TypedFactChannel<F: Fact>: FactChannel {
  private let channel: EventChannel<F>

  init(_ channel: EventChannel<F>) {
    self.channel = channel
    super.init(
      name: F.name,
      reader: FactReader(
        version: F.version,
        erases: F.erases,
        decode: { try F.upcast(payload: $0, version: $1) }
      )
    )
  }

  override func fold(_ fact: any Fact, in engine: SpaceEngine) {
    guard let fact = fact as? F else { return }
    engine.tell(fact, on: channel)
    channel.modules.publish(EventEnvelope(event: fact, stamp: engine.current, engine: engine))
  }
}
