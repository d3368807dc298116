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
    let asked = Locked(0)
    private let latest: ImportSummary?

    init(_ latest: ImportSummary?) { self.latest = latest }

    func reply<R: Request>(to request: R) throws -> R.Reply {
      asked.withLock { $0 += 1 }
      guard let reply = latest as? R.Reply else { throw CancellationError() }
      return reply
    }
  }

  private static let summary = ImportSummary(
    source: "loop",
    at: Instant(seconds: 0),
    habits: 2,
    entries: 9
  )

  @Test(arguments: [nil, CachingTests.summary])
  func `a query is sent once, whether its reply is nil or not`(
    _ latest: ImportSummary?
  ) async throws {
    let space = Counter(latest)
    let context = PageContext(
      product: try Samples.pageContext().product,
      settings: [],
      now: Instant(seconds: 0),
      calendar: LocalCalendar(zone: .utc),
      space: space
    )
    let cached = context.cachingQueries()
    for _ in 0..<3 { #expect(try await cached.ask(LatestImport()) == latest) }
    #expect(space.asked.withLock { $0 } == 1)
  }
}
