import Bus
import Loop

/// What handlers saw, in order; on the loop only.
@LoopActor
final class Log<Entry: Sendable> {
  private(set) var entries: [Entry] = []

  nonisolated init() {}

  func add(_ entry: Entry) { entries.append(entry) }
}

/// Lets a handler reach the token of its own or another subscription.
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

/// Waits until the loop has done what this thread handed over to it before.
func whatWasHandedOver() async {
  await withCheckedContinuation { waiter in
    LoopActor.loop.submit { waiter.resume() }
  }
}
