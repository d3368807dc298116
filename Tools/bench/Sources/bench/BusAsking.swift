import Bus
import Core
import Journals
import Loop
import NIOCore
import NIOPosix
import Runtime

extension BusGroup {
  static func asking(callers: Int) -> [Contender] {
    let operations = callers == 1 ? 20_000 : 256_000
    return [
      hop(callers, operations), request(callers, operations), eventLoop(callers, operations),
    ]
  }

  /// Lets each of `callers` tasks make its share of `count` calls.
  private static func shared(
    _ count: Int,
    among callers: Int,
    _ call: @escaping @Sendable () async throws -> Int
  ) async throws -> Double {
    try await seconds {
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<callers {
          group.addTask {
            var sum = 0
            for _ in 0..<count / callers { sum += try await call() }
            return sum
          }
        }
        let sum = try await group.reduce(0, +)
        precondition(sum == count, "\(count - sum) replies are missing")
      }
    }
  }

  private static func hop(_ callers: Int, _ operations: Int) -> Contender {
    Contender("hop alone: LoopActor.run", operations: operations) { count in
      try await shared(count, among: callers) { await LoopActor.run { 1 } }
    }
  }

  /// A query to a module of an open space, as programs run it.
  private static func request(_ callers: Int, _ operations: Int) -> Contender {
    Contender("RuntimeClient.ask", operations: operations) { count in
      let runtime = try SampleHistory.start(MemoryJournal())
      let client = runtime.client(for: .owner, in: SampleHistory.space)
      return try await shared(count, among: callers) {
        _ = try await client.ask(CurrentCalendar())
        return 1
      }
    }
  }

  private static func eventLoop(_ callers: Int, _ operations: Int) -> Contender {
    let eventLoop = MultiThreadedEventLoopGroup.singleton.next()
    return Contender("NIO EventLoop.submit.get", operations: operations) { count in
      try await shared(count, among: callers) { try await eventLoop.submit { 1 }.get() }
    }
  }
}
