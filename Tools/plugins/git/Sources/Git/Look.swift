import TrackingContract
import TrellisSDK

/// One check of the commits of all watched repositories.
struct Look: Sendable {
  /// The result for one of them.
  struct Found: Encodable, Sendable, Equatable {
    let path: String
    let title: String
    let habit: HabitID
    /// The days that were checked now.
    let checked: [Day]
    /// Why it could not be read; nil if it was.
    let problem: String?
  }

  let space: any SpaceClient
  let calendar: LocalCalendar
  /// The thread that waits for git.
  let thread: SerialThread

  /// Checks all, or one.
  func look(at path: String? = nil) async throws -> [Found] {
    let watches = try await space.ask(AllWatches()).filter { path == nil || $0.path == path }
    guard !watches.isEmpty else { return [] }
    let habits = try await space.ask(AllHabits(includesArchived: true))
    let titles = Dictionary(habits.map { ($0.id, $0.details.title) }, uniquingKeysWith: { $1 })
    var found: [Found] = []
    for watch in watches {
      guard let title = titles[watch.habit] else { continue }
      found.append(await look(at: watch, title))
    }
    return found
  }

  private func look(at watch: RepositoryWatch, _ title: String) async -> Found {
    do {
      guard let repository = Repository(watch) else {
        return found(watch, title, problem: "it is not on this machine")
      }
      let commits = try await thread.run { [calendar] in
        try repository.commits(of: watch.author, since: calendar.start(of: watch.from))
      }
      let days = Set(commits.map(calendar.day(at:))).sorted().filter { $0 >= watch.from }
      guard !days.isEmpty else { return found(watch, title) }
      let outcome = try await space.send(CreditDays(habit: watch.habit, days: days))
      return found(watch, title, checked: outcome.reply.checked)
    } catch {
      return found(watch, title, problem: "\(error)")
    }
  }

  private func found(
    _ watch: RepositoryWatch,
    _ title: String,
    checked: [Day] = [],
    problem: String? = nil
  ) -> Found {
    Found(path: watch.path, title: title, habit: watch.habit, checked: checked, problem: problem)
  }
}
