import Core
import EventDispatch

/// Reads payloads of one kind of fact; also used off the loop.
public struct FactReader: Sendable {
  /// The newest payload version that can be read.
  let version: Int
  let erases: Bool
  let decode: @Sendable (_ payload: [UInt8], _ version: Int) throws -> any Fact
}

/// The type-erased handling of facts of one kind.
final class FactChannel {
  let reader: FactReader
  private let channel: AnyObject

  init<F: Fact>(_ channel: EventChannel<F>) {
    reader = FactReader(
      version: F.version,
      erases: F.erases,
      decode: { try F.upcast(payload: $0, version: $1) }
    )
    self.channel = channel
  }

  /// The channel for facts of that type; `F` is the type under whose identity this was found.
  func events<F: Fact>(of type: F.Type) -> EventChannel<F> {
    unsafeDowncast(channel, to: EventChannel<F>.self)
  }
}
