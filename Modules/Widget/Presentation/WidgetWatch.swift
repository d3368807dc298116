import Commands
import Core
import WidgetContract

/// Shows the widget anew whenever it is no longer right, until the person ends it.
///
/// What cannot be read is tried again every 5 s, 3 times; then the person is told, what was shown
/// stays, and the next change or the next look looks again.
struct WidgetWatch {
  static let retryMilliseconds: Int64 = 5000
  static let retries = 3
  /// A machine that slept, or whose clock was set, is noticed after this time at the latest.
  static let longestWait: Int64 = 30_000

  let feed: any ChangeFeed
  let compose: () async throws -> WidgetContent
  let show: (WidgetContent) throws -> Void
  let apologize: () -> Void
  private var shown: WidgetContent?
  /// Said once for each time that reading fails, not at every look.
  private var apologized = false

  init(
    feed: any ChangeFeed,
    compose: @escaping () async throws -> WidgetContent,
    show: @escaping (WidgetContent) throws -> Void,
    apologize: @escaping () -> Void
  ) {
    self.feed = feed
    self.compose = compose
    self.show = show
    self.apologize = apologize
  }

  mutating func run() async throws {
    repeat {
      guard try await update() else { return }
    } while try await feed.next(within: wait) != .ended
  }

  /// Milliseconds until what is shown must be looked at again.
  private var wait: Int64 {
    guard let shown else { return WidgetWatch.longestWait }
    let rest = shown.refreshAt.milliseconds - feed.now.milliseconds
    return min(max(rest, 1), WidgetWatch.longestWait)
  }

  /// False when the person ended it meanwhile.
  private mutating func update() async throws -> Bool {
    for attempt in 0...WidgetWatch.retries {
      if let content = try? await read() {
        apologized = false
        if content != shown { try show(content) }
        shown = content
        return true
      }
      guard !apologized, attempt < WidgetWatch.retries else { break }
      let awakening = try await feed.pause(WidgetWatch.retryMilliseconds)
      guard awakening != .ended else { return false }
    }
    if !apologized { apologize() }
    apologized = true
    return true
  }

  private func read() async throws -> WidgetContent {
    try await feed.refresh()
    return try await compose()
  }
}
