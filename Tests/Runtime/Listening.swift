import Bus
import Core
import Engine
import Journals
import Locks
import Loop
import Runtime

/// What was received from a runtime, in order.
final class Heard: Sendable {
  private let list = SharedLocked<[String]>([])
  func add(_ text: String) { list.withLock { $0.append(text) } }
  var all: [String] { list.withLock { $0 } }
}

/// Receives everything that the tally module publishes.
@LoopActor
func listen(_ runtime: Runtime, _ heard: Heard) -> [Subscription] {
  [
    runtime.observe(Tallied.self, as: "test") { heard.add("fact \($0.event.amount)") },
    runtime.observe(TallyChanged.self, as: "test") { heard.add("change \($0.event.total)") },
    runtime.observe(TenReached.self, as: "test") { heard.add("signal \($0.event.total)") },
  ]
}
