import Bus
import Loop

/// Records what handlers received, in order; on the loop only.
@LoopActor
final class Log<Entry: Sendable> {
  private(set) var entries: [Entry] = []

  nonisolated init() {}

  func add(_ entry: Entry) { entries.append(entry) }
}

/// Lets a handler access the token of its own or another subscription.
@LoopActor
final class Tokens {
  var tokens: [String: Subscription] = [:]

  nonisolated init() {}
}

struct Broken: Error, Equatable {
  let number: Int
}

struct Ping: Sendable, Equatable {
  let number: Int
}

struct Pong: Sendable, Equatable {
  let number: Int
}

/// Waits until the loop has processed everything that this thread handed over before.
func whatWasHandedOver() async {
  await withCheckedContinuation { waiter in
    LoopActor.loop.submit { waiter.resume() }
  }
}
