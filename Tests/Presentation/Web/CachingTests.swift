import Core
import Locks
import Pages
import Presentation
import TestKit
import Testing
import TrackingContract

/// The modules that contribute to one page share the replies to their queries.
@Suite struct CachingTests {
  private final class Counter: StubbedSpace {
    /// What happens while a query is answered; in a structure, as ``Locks/Locked`` demands.
    struct Interruption {
      let body: @Sendable () async throws -> Void
    }

    let asked = Locked(0)
    let interruption = Locked<Interruption?>(nil)
    private let latest: ImportSummary?

    init(_ latest: ImportSummary?) { self.latest = latest }

    func reply<R: Request>(to request: R) throws -> R.Reply {
      if request is any Query { asked.withLock { $0 += 1 } }
      let undone = UndoneImport(source: "loop")
      guard let reply = (latest as? R.Reply) ?? (undone as? R.Reply) else {
        throw CancellationError()
      }
      return reply
    }

    func ask<Q: Query>(_ query: Q) async throws -> Q.Reply {
      let reply = try reply(to: query)
      let interruption = interruption.withLock { held in
        defer { held = nil }
        return held
      }
      try await interruption?.body()
      return reply
    }
  }

  private static let summary = ImportSummary(
    source: "loop",
    at: Instant(seconds: 0),
    habits: 2,
    entries: 9
  )

  private func cached(_ space: Counter) throws -> PageContext {
    let context = PageContext(
      product: try Samples.pageContext().product,
      settings: [],
      now: Instant(seconds: 0),
      calendar: LocalCalendar(zone: .utc),
      space: space
    )
    return context.cachingQueries()
  }

  @Test(arguments: [nil, CachingTests.summary])
  func `a query is sent once, whether its reply is nil or not`(
    _ latest: ImportSummary?
  ) async throws {
    let space = Counter(latest)
    let cached = try cached(space)
    for _ in 0..<3 { #expect(try await cached.ask(LatestImport()) == latest) }
    #expect(space.asked.withLock { $0 } == 1)
  }

  @Test func `a query is sent again after commands, though an error ended them`() async throws {
    let space = Counter(CachingTests.summary)
    let cached = try cached(space)
    _ = try await cached.ask(LatestImport())
    await #expect(throws: CancellationError.self) {
      try await cached.run { scope -> Int in
        try scope.send(UndoImport())
        throw CancellationError()
      }
    }
    _ = try await cached.ask(LatestImport())
    #expect(space.asked.withLock { $0 } == 2)
  }

  @Test func `a reply from before a command is not kept until after it`() async throws {
    let space = Counter(CachingTests.summary)
    let cached = try cached(space)
    space.interruption.withLock { held in
      held = Counter.Interruption { try await cached.send(UndoImport()) }
    }
    for _ in 0..<2 { _ = try await cached.ask(LatestImport()) }
    #expect(space.asked.withLock { $0 } == 2)
  }
}
