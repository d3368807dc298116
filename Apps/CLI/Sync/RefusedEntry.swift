import Commands
import Core
import Engine
import Journals
import LocalApp
import Presentation
import Replication
import SQLiteJournal
import SobrietyContract
import StreaksContract
import TrackingContract

/// A refused entry as the person knows it: of which habit, for which day, and what it says.
struct RefusedEntry {
  let issue: SyncIssue
  /// The habit or substance; nil if the entry is about none, or about one that is gone.
  let title: String?
  /// The latest day that it is about.
  let day: Day?
  /// What it says of the habit and the day: `done`.
  let what: String

  private init(_ issue: SyncIssue, _ fact: (any Fact)?, _ titles: [EntityID: String]) {
    self.issue = issue
    title = issue.entity.flatMap { titles[$0] }
    day = fact?.latestDay
    what = fact.map { RefusedEntry.words(for: $0) } ?? "an entry of the kind \(issue.kind)"
  }

  /// Reads what refused entries say.
  static func list(
    _ issues: [SyncIssue],
    _ space: LocalSpace,
    _ context: CommandContext
  ) async throws -> [RefusedEntry] {
    let readers = try LocalSpace.factReaders(for: space.product)
    let records = try await space.journal.records(of: issues.map(\.fact), in: space.id)
    // What cannot be read is refused for that reason, and listed all the same.
    let facts = records.compactMapValues { try? readers.merging([$0]).first?.fact }
    let titles = try await titles(Array(facts.values), context)
    return issues.map { RefusedEntry($0, facts[$0.fact], titles) }
  }

  /// The names of habits and substances, also of those whose own beginning was refused.
  private static func titles(
    _ refused: [any Fact],
    _ context: CommandContext
  ) async throws -> [EntityID: String] {
    var titles: [EntityID: String] = [:]
    for fact in refused {
      switch fact {
      case let fact as HabitCreated: titles[fact.habit.entity] = fact.details.title
      case let fact as SubstanceAdded: titles[fact.substance.entity] = fact.title
      default: break
      }
    }
    for habit in try await context.askIfAvailable(AllHabits(includesArchived: true)) ?? [] {
      titles[habit.id.entity] = habit.details.title
    }
    for substance in try await context.askIfAvailable(AllSubstances()) ?? [] {
      titles[substance.id.entity] = substance.name
    }
    return titles
  }
}

// MARK: - Words

extension RefusedEntry {
  private static func words(for fact: any Fact) -> String {
    switch fact {
    case is HabitCreated, is SubstanceAdded: "new"
    case is HabitEdited: "a change of the habit"
    case is HabitDeleted, is SubstanceDeleted: "deleted"
    case let fact as CheckSet: words(ofCheck: fact)
    case let fact as DaysImported:
      "\(fact.entries.count.counted("day")) up to then, from \(fact.source)"
    case is VacationSet, is VacationCancelled: "a vacation"
    case is FreezeUsed: "a freeze"
    case is SubstanceRenamed: "another name"
    case is RunBegun: "sober days up to then"
    case let fact as DayMarked: words(ofStatus: fact.status)
    case let fact as DayPledged: fact.isPledged ? "a pledge" : "a pledge taken back"
    case is DayReviewed: "a review of the day"
    case is SlipNoted: "what led to a slip"
    case is CravingPassed: "a craving"
    default: "an entry of the kind \(type(of: fact).name)"
    }
  }

  private static func words(ofCheck check: CheckSet) -> String {
    if check.only == .note { return "a note" }
    let value = check.adds.map { "+\($0)" } ?? check.entry.value.map { "\($0)" }
    let mark = words(ofMark: check.entry.mark, hasValue: value != nil)
    let note = check.only == nil && !check.entry.note.isEmpty ? "a note" : nil
    return [mark, value, note].compactMap { $0 }.joined(separator: ", ")
  }

  private static func words(ofMark mark: Mark, hasValue: Bool) -> String? {
    switch mark {
    case .done, .automatic: "done"
    case .skipped: "skipped"
    case .missed: "not done"
    case .open: hasValue ? nil : "no mark"
    }
  }

  private static func words(ofStatus status: SoberStatus) -> String {
    switch status {
    case .sober: "sober"
    case .notSober: "not sober"
    case .unmarked: "no mark"
    }
  }
}
