import Locks
import Logging
import Testing

@testable import trellis_server

/// What the server does every few seconds.
@Suite struct PeriodicCheckTests {
  private struct Outage: Error {}

  @Test func `only the first failure of an outage is in the log`() async throws {
    let lines = SharedLocked<[String]>([])
    let count = Locked(0)
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let check = PeriodicCheck(
      pause: .milliseconds(1),
      consequence: "later",
      logger: Logger(label: "test") { _ in KeepingLog(lines: lines) }
    ) {
      let number = count.withLock { count in
        count += 1
        return count
      }
      if number == 9 { end.finish() }
      // Two outages, of four checks each.
      guard number == 5 || number > 9 else { throw Outage() }
    }
    let task = Task { await check.run() }
    for await _ in ends {}
    task.cancel()
    await task.value
    #expect(lines.withLock { $0 } == ["later", "later"])
  }
}
