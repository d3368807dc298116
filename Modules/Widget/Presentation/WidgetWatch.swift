import Commands
import Core
import WidgetContract

/// Redraws the widget whenever it becomes out of date, until the user ends it.
///
/// A failed read is retried every 5 s, 3 times. Then the failure is reported, the last drawing
/// stays, and the next change or the next wake-up tries again.
struct WidgetWatch {
  static let retryMilliseconds: Int64 = 5000
  static let retries = 3
  /// The longest time in milliseconds before a sleep or a changed clock is noticed.
  static let longestWait: Int64 = 30_000

  let feed: any ChangeFeed
  let compose: () async throws -> WidgetContent
  let show: (WidgetContent) throws -> Void
  let reportFailure: () -> Void
  private var shown: WidgetContent?
  /// Whether the current failure was reported, since each one is reported only once.
  private var isReported = false

  init(
    feed: any ChangeFeed,
    compose: @escaping () async throws -> WidgetContent,
    show: @escaping (WidgetContent) throws -> Void,
    reportFailure: @escaping () -> Void
  ) {
    self.feed = feed
    self.compose = compose
    self.show = show
    self.reportFailure = reportFailure
  }

  mutating func run() async throws {
    repeat {
      guard try await update() else { return }
    } while try await feed.next(within: wait) != .ended
  }

  /// The time in milliseconds until the widget must be composed again.
  private var wait: Int64 {
    // A drawing that stays because reading fails may be out of date already.
    guard let shown, !isReported else { return WidgetWatch.longestWait }
    let rest = shown.refreshAt.milliseconds - feed.now.milliseconds
    return min(max(rest, 1), WidgetWatch.longestWait)
  }

  /// Composes and shows the widget; returns false if the user ended it meanwhile.
  private mutating func update() async throws -> Bool {
    for attempt in 0...WidgetWatch.retries {
      if let content = try? await read() {
        isReported = false
        if content != shown { try show(content) }
        shown = content
        return true
      }
      guard !isReported, attempt < WidgetWatch.retries else { break }
      let awakening = try await feed.pause(WidgetWatch.retryMilliseconds)
      guard awakening != .ended else { return false }
    }
    if !isReported { reportFailure() }
    isReported = true
    return true
  }

  private func read() async throws -> WidgetContent {
    try await feed.refresh()
    return try await compose()
  }
}
