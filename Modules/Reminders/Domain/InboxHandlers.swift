import Core
import RemindersContract
import TrackingContract

/// Handles the inbox: notices given and notices read.
enum InboxHandlers {
  static func read(
    _ state: RemindersState,
    _ query: ReadInbox,
    _ context: RequestContext
  ) throws
    -> InboxReport
  {
    try ReminderHandlers.allowed(context)
    return try report(state, limit: query.limit, context)
  }

  static func find(
    _ state: RemindersState,
    _ query: FindNotices,
    _ context: RequestContext
  ) throws
    -> [InboxItem]
  {
    try ReminderHandlers.allowed(context)
    let wanted = Set(query.notices)
    let found = state.given.values.flatMap { kept in
      wanted.compactMap { kept.entries[$0]?.value }
    }
    return found.isEmpty ? [] : try Inbox(found, state, context).items()
  }

  static func next(
    _ state: RemindersState,
    _ query: NextNotice,
    _ context: RequestContext
  ) throws
    -> NextNoticeTime
  {
    try ReminderHandlers.allowed(context)
    return NextNoticeTime(at: try Planner.next(state, context))
  }

  static func give(
    _ state: RemindersState,
    _ command: GiveDueNotices,
    _ context: RequestContext
  ) throws
    -> Decision
  {
    try ReminderHandlers.allowed(context)
    let decision = try Planner.look(state, context)
    // If there is nothing to give, the pending alarm is accurate enough, so nothing is written.
    return decision.facts.isEmpty ? .unchanged : decision
  }

  static func mark(
    _ state: RemindersState,
    _ command: MarkRead,
    _ context: RequestContext
  ) throws
    -> Decision
  {
    try ReminderHandlers.allowed(context)
    let unread = try Inbox(state, context).unread.map(\.id)
    let ids = unread.filter { command.notices?.contains($0) ?? true }
    return ids.isEmpty ? .unchanged : [InboxRead(notices: ids.sorted())]
  }

  static func report(
    _ state: RemindersState,
    limit: Int = InboxLimits.shown,
    _ context: RequestContext
  ) throws
    -> InboxReport
  {
    let inbox = try Inbox(state, context)
    return InboxReport(items: inbox.items(upTo: limit), unread: inbox.unread.count)
  }
}

/// Notices as the inbox shows them.
///
/// Deleted habits are not named; a notice about deleted habits only is left out.
private struct Inbox {
  private let state: RemindersState
  private let habits: [Habit]
  private let titles: [HabitID: String]
  private let notices: [Notice]

  /// Takes all kept notices.
  init(_ state: RemindersState, _ context: RequestContext) throws {
    let kept = state.given.values.flatMap { $0.entries.values.map(\.value) }
    try self.init(kept, state, context)
  }

  init(_ notices: [Notice], _ state: RemindersState, _ context: RequestContext) throws {
    let habits = try RemindedHabits.all(includesArchived: true, context)
    let titles = Dictionary(habits.map { ($0.id, $0.details.title) }, uniquingKeysWith: { $1 })
    self.state = state
    self.habits = habits
    self.titles = titles
    self.notices = notices.filter { notice in
      notice.subjects.contains { titles[$0.habit] != nil }
    }
  }

  private func isRead(_ notice: Notice) -> Bool { state.read.entries[notice.id] != nil }

  var unread: [Notice] { notices.filter { !isRead($0) } }

  /// Returns the newest notices, newest first.
  func items(upTo limit: Int = .max) -> [InboxItem] {
    let distinct = DistinctTitles(habits)
    let newest = notices.sorted { ($0.at, $0.id) > ($1.at, $1.id) }.prefix(max(0, limit))
    return newest.map { notice in
      let subjects = notice.subjects.filter { titles[$0.habit] != nil }
      let named = subjects.compactMap { subject in titles[subject.habit].map { (subject.habit, $0) }
      }
      return InboxItem(
        notice: Notice(
          id: notice.id,
          kind: notice.kind,
          day: notice.day,
          subjects: subjects,
          at: notice.at
        ),
        titles: named.map(\.1),
        labels: named.map { distinct.title($0.1, $0.0) },
        names: named.map { distinct.name($0.1, $0.0) },
        isRead: isRead(notice)
      )
    }
  }
}
