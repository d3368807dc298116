import TrellisSDK

/// Checks the repositories while the daemon runs: after each commit, and each hour.
final class GitService: PluginService {
  private let context: ServiceContext
  private let waiting: Waiting

  /// Milliseconds between checks of folders without change events, such as on another machine.
  private static let hour = 3_600_000
  /// Milliseconds from a change to the check, which merges several changes.
  private static let pause = 500

  init(_ context: ServiceContext) async throws {
    self.context = context
    waiting = try Waiting()
  }

  func run() async throws {
    let listener = Task { [context, waiting] in
      for await _ in await context.changes() { waiting.wake() }
    }
    defer { listener.cancel() }
    try await waiting.endingWithTask {
      while !Task.isCancelled { try await keepLooking() }
    }
  }

  /// Checks and waits, until other repositories are watched.
  private func keepLooking() async throws {
    let watches = try await context.space.ask(AllWatches())
    let repositories = watches.compactMap { Repository($0) }
    let changes = try FileChanges()
    let isWhole = follow(Set(repositories.map(\.log)), changes)
    while !Task.isCancelled {
      try await look()
      repeat {
        let awakening = waiting.wait(readable: [changes.descriptor], milliseconds: Self.hour)
        if Task.isCancelled { return }
        // No change was reported: the folder may be another repository by now.
        if awakening.isOverdue { return }
        guard awakening.isCalled else { break }
        // Every entry of the person wakes this; most change nothing here.
        if try await context.space.ask(AllWatches()) != watches { return }
      } while true
      Waiting.rest(milliseconds: Self.pause)
      changes.drain()
      if !isWhole { return try await look() }
    }
  }

  /// Follows the logs of repositories, or the folder of a log if there are no commits yet.
  ///
  /// - Returns: whether all have one.
  private func follow(_ logs: Set<String>, _ changes: FileChanges) -> Bool {
    let missing = logs.filter { !changes.follow($0) }
    for log in missing { changes.follow(Repository.folder(around: log)) }
    return missing.isEmpty
  }

  private func look() async throws {
    let calendar = try await context.current().calendar
    let look = Look(space: context.space, calendar: calendar, thread: SerialThread())
    defer { look.thread.end() }
    for found in try await look.look() {
      for day in found.checked { context.log("\(found.title) is checked for \(day), by commits") }
    }
  }
}
