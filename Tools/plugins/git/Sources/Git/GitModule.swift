import TrackingContract
import TrellisSDK

/// Stores which repositories check which habits, and which days they have checked.
public struct GitModule: Module {
  public typealias State = GitState

  public static let manifest = Manifest(
    name: "git",
    version: "1.0.0",
    summary: "Habits that check themselves from commits in local repositories.",
    kernel: KernelVersion(2, 2),
    needs: ["tracking"],
    owns: [WatchSet.self, DaysCredited.self],
    follows: [HabitRemoved.self],
    answers: [AllWatches.self, WatchRepository.self, UnwatchRepository.self, CreditDays.self],
    sends: [SetCheck.self]
  )

  public static func register(in host: inout some ModuleHost<GitState>) {
    host.fold(WatchSet.self) { state, fact, context in state.apply(fact, at: context.stamp) }
    host.fold(DaysCredited.self) { state, fact, _ in state.apply(fact) }
    host.follow(HabitRemoved.self) { state, change, _ in state.apply(change) }
    host.answer(AllWatches.self) { state, _, _ in state.watches }
    host.decide(WatchRepository.self, watch, reply: watched)
    host.decide(UnwatchRepository.self, unwatch) { _, _, context in
      context.decided.compactMap { ($0 as? WatchSet)?.watch }
    }
    host.decide(CreditDays.self, credit) { _, _, context in
      CreditedDays(checked: context.decided.flatMap { ($0 as? DaysCredited)?.checked ?? [] })
    }
  }

  // MARK: Watching

  private static func watch(
    _ state: GitState,
    _ command: WatchRepository,
    _ context: RequestContext
  ) throws -> Decision {
    _ = try context.ask(CheckOn(habit: command.habit))
    let from = command.from ?? context.today
    guard from <= context.today else {
      throw DomainError("git-day-in-future", "\(from) has not come yet. Nothing was changed.")
    }
    let author = command.author.trimmed
    guard !author.isEmpty else {
      throw DomainError(
        "git-no-author",
        "Whose commits are to count? Nothing was changed: say a name or an address."
      )
    }
    let watch = RepositoryWatch(
      path: command.path,
      habit: command.habit,
      author: author,
      from: from
    )
    return state.watches.contains(watch) ? .unchanged : [WatchSet(watch: watch, isOn: true)]
  }

  private static func watched(
    _ state: GitState,
    _ command: WatchRepository,
    _ context: RequestContext
  ) throws -> RepositoryWatch {
    let watch = state.watches.first { $0.path == command.path && $0.habit == command.habit }
    guard let watch else { throw notWatched(command.path) }
    return watch
  }

  private static func unwatch(
    _ state: GitState,
    _ command: UnwatchRepository,
    _ context: RequestContext
  ) throws -> Decision {
    let watches = state.watches.filter { watch in
      watch.path == command.path && command.habit.map { $0 == watch.habit } ?? true
    }
    guard !watches.isEmpty else { throw notWatched(command.path) }
    return Decision(watches.map { WatchSet(watch: $0, isOn: false) })
  }

  private static func notWatched(_ path: String) -> DomainError {
    DomainError(
      "git-not-watched",
      "\(path) is not watched. Nothing was changed; what is watched:  trellis git list"
    )
  }

  // MARK: Days

  /// Credits every day once: a check that the person takes back does not return.
  private static func credit(
    _ state: GitState,
    _ command: CreditDays,
    _ context: RequestContext
  ) throws -> Decision {
    let habit = try context.ask(CheckOn(habit: command.habit)).habit
    // The days are credited when the habit comes back from the archive.
    guard !habit.details.archived else { return .unchanged }
    let days = Set(command.days).sorted().filter { day in
      mayBeMarked(day, context) && !state.isCredited(day, to: command.habit)
    }
    guard !days.isEmpty else { return .unchanged }
    let open = try days.filter { day in
      // What the person has entered stays.
      let entry = try context.ask(CheckOn(habit: command.habit, day: day)).entry
      return entry.mark == .open && entry.value == nil
    }
    let decision: Decision = [DaysCredited(habit: command.habit, days: days, checked: open)]
    return open.reduce(decision) { decision, day in
      decision.sending(SetCheck(habit: command.habit, day: day, mark: .done))
    }
  }

  private static func mayBeMarked(_ day: Day, _ context: RequestContext) -> Bool {
    guard day <= context.today else { return false }
    return context.policies.backfillDays.map { day.distance(to: context.today) <= $0 } ?? true
  }
}
