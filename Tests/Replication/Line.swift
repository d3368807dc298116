import Core
import Locks
import Replication

/// The way from a device to the server, on which something may happen.
final class Line: SyncTransport {
  struct Weather {
    /// Why nothing gets through.
    var trouble: (any Error)?
    /// The share of documents and of answers that get lost.
    var loss = 0.0
    /// The share of documents that arrive twice.
    var repetition = 0.0
    /// The longest document that gets through, in bytes.
    var longest = Int.max
    /// What answers in place of the server.
    var stranger: [UInt8]?
    var rules: (any SyncRules)?
    var chance = SplitMix64(seed: 1)
    var sent = 0
    /// The lengths of all documents that got through.
    var lengths: [Int] = []

    mutating func happens(_ share: Double) -> Bool { .random(in: 0..<1, using: &chance) < share }
  }

  let weather = SharedLocked(Weather())
  private let world: World
  private let onSend: @Sendable () async -> Void

  init(to world: World, onSend: @escaping @Sendable () async -> Void = {}) {
    self.world = world
    self.onSend = onSend
  }

  func change(_ body: (inout Weather) -> Void) { weather.withLock { body(&$0) } }
  var sent: Int { weather.withLock { $0.sent } }

  func exchange(_ document: [UInt8]) async throws -> [UInt8] {
    await onSend()
    let (isLost, isTwice, isAnswerLost) = try weather.withLock { weather in
      weather.sent += 1
      if let trouble = weather.trouble { throw trouble }
      guard document.count <= weather.longest else { throw SyncTransportError.tooLarge }
      weather.lengths.append(document.count)
      return (
        weather.happens(weather.loss), weather.happens(weather.repetition),
        weather.happens(weather.loss)
      )
    }
    if isLost { throw SyncTransportError.unreachable("lost") }
    if let stranger = weather.withLock({ $0.stranger }) { return stranger }
    let rules = weather.withLock { $0.rules }
    if isTwice { _ = try await world.answer(document, with: rules) }
    let answer: [UInt8]
    do {
      answer = try await world.answer(document, with: rules)
    } catch is SpaceFull {
      throw SyncTransportError.storageFull
    } catch is SpaceBusy {
      throw SyncTransportError.waiting(seconds: nil)
    }
    if isAnswerLost { throw SyncTransportError.unreachable("the answer was lost") }
    return answer
  }
}
