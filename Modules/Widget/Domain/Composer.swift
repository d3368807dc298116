import Core
import TrackingContract
import WidgetContract

/// Composes the content of widgets.
enum Composer {
  /// - Parameters:
  ///   - habits: all habits that are not archived, in the order of Today, with only today.
  ///   - hasArchived: whether there are others, which are archived.
  static func content(
    _ size: WidgetSize,
    _ habits: [HabitDays],
    hasArchived: Bool = false,
    today: Day,
    refreshAt: Instant
  ) -> WidgetContent {
    let statuses = habits.map { habit in
      habit.days.first.map { habit.shown($0, today: today) } ?? .notDue
    }
    // A twin that is done already is told apart too: a tap must not be taken for the other's.
    let titles = DistinctTitles(habits.map(\.habit))
    let open = zip(habits, statuses).filter { $0.1 == .open }.map { item($0.0.habit, titles) }
    let done = statuses.count { $0 == .done }
    return WidgetContent(
      size: size,
      items: Array(open.prefix(size.capacity)),
      more: max(0, open.count - size.capacity),
      message: open.isEmpty ? message(hasHabits: hasArchived || !habits.isEmpty, done: done) : nil,
      refreshAt: refreshAt,
      done: done
    )
  }

  private static func message(hasHabits: Bool, done: Int) -> WidgetMessage {
    guard hasHabits else { return .noHabits }
    return done > 0 ? .allDone : .nothingDue
  }

  private static func item(_ habit: Habit, _ titles: DistinctTitles) -> WidgetItem {
    let details = habit.details
    return WidgetItem(
      id: habit.id,
      title: details.title,
      label: titles.title(details.title, habit.id),
      color: details.color,
      icon: details.icon?.description
    )
  }
}
