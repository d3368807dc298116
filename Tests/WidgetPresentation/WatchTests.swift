import Commands
import Core
import Testing
import WidgetContract

@testable import WidgetPresentation

/// A feed that plays back a script and then ends; used by one task.
private actor Script: ChangeFeed {
  private var steps: [WakeReason]
  private(set) var waits: [Int64] = []
  private let refreshes: @Sendable (Int) -> Bool
  private var looks = 0
  nonisolated let now = Instant(seconds: 1_773_300_000)

  struct Unreadable: Error {}

  init(_ steps: [WakeReason], refreshes: @escaping @Sendable (Int) -> Bool = { _ in true }) {
    self.steps = steps
    self.refreshes = refreshes
  }

  func refresh() throws {
    looks += 1
    guard refreshes(looks) else { throw Unreadable() }
  }

  func next(within milliseconds: Int64) -> WakeReason {
    waits.append(milliseconds)
    return steps.isEmpty ? .ended : steps.removeFirst()
  }

  var looked: Int { looks }
}

/// Records what was shown and reported.
private final class Seen {
  var shown: [WidgetContent] = []
  var reports = 0
}

@Suite struct WatchTests {
  private func play(_ script: Script, _ contents: [WidgetContent]) async throws -> Seen {
    let seen = Seen()
    var rest = contents[...]
    var watch = WidgetWatch(
      feed: script,
      compose: { rest.count > 1 ? rest.removeFirst() : rest[rest.startIndex] },
      show: { seen.shown.append($0) },
      reportFailure: { seen.reports += 1 }
    )
    try await watch.run()
    return seen
  }

  @Test func `W-04: what changed elsewhere is shown, what did not is not shown again`() async throws
  {
    let (two, one) = (content(["Read", "Run"]), content(["Run"]))
    let seen = try await play(Script([.changed, .changed, .due]), [two, two, one, one])
    #expect(seen.shown == [two, one])
    #expect(seen.reports == 0)
  }

  @Test func `W-04: a store that cannot be read is tried every 5 s, 3 times`() async throws {
    let script = Script([.due, .due, .due], refreshes: { $0 > 3 })
    let seen = try await play(script, [content(["Read"])])
    #expect(await script.waits.prefix(3) == [5000, 5000, 5000])
    #expect(seen.shown.count == 1)
    #expect(seen.reports == 0)
  }

  @Test func `W-04: then it says so once, keeps what it showed, and goes on`() async throws {
    let steps = [WakeReason](repeating: .due, count: 8)
    let script = Script(steps, refreshes: { $0 == 1 || $0 > 7 })
    let (old, new) = (content(["Read"]), content(["Run"]))
    let seen = try await play(script, [old, new])
    #expect(seen.shown == [old, new])
    #expect(seen.reports == 1)
  }

  @Test func `a drawing of the day before that cannot be read anew does not keep it busy`()
    async throws
  {
    let script = Script([WakeReason](repeating: .due, count: 6), refreshes: { $0 == 1 })
    let soon = WidgetContent(
      size: .small,
      day: Day(number: 0),
      items: [],
      more: 0,
      message: nil,
      refreshAt: script.now.advanced(bySeconds: -7),
      done: 0
    )
    let seen = try await play(script, [soon])
    #expect(seen.reports == 1)
    #expect(await script.waits == [1, 5000, 5000, 5000, 30_000, 30_000, 30_000])
  }

  @Test func `whoever ends it while it waits is not kept waiting`() async throws {
    let script = Script([.ended], refreshes: { _ in false })
    let seen = try await play(script, [content(["Read"])])
    #expect(await script.looked == 1)
    #expect(seen.shown.isEmpty)
    #expect(seen.reports == 0)
  }

  @Test func `W-07: it wakes at the next day's beginning, or earlier`() async throws {
    let script = Script([.due])
    var soon = content(["Read"])
    soon = WidgetContent(
      size: soon.size,
      day: Day(number: 0),
      items: soon.items,
      more: 0,
      message: nil,
      refreshAt: script.now.advanced(bySeconds: 7),
      done: 0
    )
    _ = try await play(script, [soon])
    #expect(await script.waits.first == 7000)
    let later = Script([.due])
    _ = try await play(later, [content(["Read"])])
    #expect(await later.waits.first == WidgetWatch.longestWait)
  }
}
