import Core
import StreaksContract
import TrackingContract
import WidgetContract

/// Composes the content of widgets.
struct Composer {
  let size: WidgetSize
  let today: Day
  /// All habits that are not archived, in the order of Today, with only today.
  let habits: [HabitDays]
  /// The running streaks of habits; empty where the widget shows none.
  let streaks: [HabitID: WidgetStreak]

  /// - Parameters:
  ///   - hasArchived: whether there are other habits, which are archived.
  ///   - showsRings: whether done habits are shown too.
  func content(
    hasArchived: Bool,
    refreshAt: Instant,
    showsRings: Bool = false,
    graph: WidgetGraph? = nil,
    flame: WidgetFlame? = nil
  ) -> WidgetContent {
    let all = items
    let open = all.filter { !$0.isDone }
    let done = all.count - open.count
    let hasHabits = hasArchived || !habits.isEmpty
    return WidgetContent(
      size: size,
      day: today,
      items: Array(open.prefix(size.capacity)),
      more: max(0, open.count - size.capacity),
      message: open.isEmpty ? Composer.message(hasHabits: hasHabits, done: done) : nil,
      refreshAt: refreshAt,
      done: done,
      graph: graph,
      rings: showsRings ? rings(of: all, open: open.count) : [],
      flame: flame
    )
  }

  /// The habits that are open or done today.
  private var items: [WidgetItem] {
    // A skipped habit of the same title is distinguished too: a tap must not be taken for the
    // other's.
    let titles = DistinctTitles(habits.map(\.habit))
    return habits.compactMap { habit in
      guard let state = habit.days.first else { return nil }
      let status = habit.shown(state, today: today)
      return status == .open || status == .done ? item(habit.habit, state, status, titles) : nil
    }
  }

  private func item(
    _ habit: Habit,
    _ state: DayState,
    _ status: DisplayStatus,
    _ titles: DistinctTitles
  ) -> WidgetItem {
    let details = habit.details
    return WidgetItem(
      id: habit.id,
      title: details.title,
      label: titles.title(details.title, habit.id),
      color: details.color,
      icon: details.icon?.description,
      isDone: status == .done,
      amount: MeasuredAmount(state.entry?.value, of: state.target, status),
      streak: streaks[habit.id]
    )
  }

  /// Returns those that fit, with open ones preferred, all in their order.
  private func rings(of all: [WidgetItem], open: Int) -> [WidgetItem] {
    var room = (open: min(open, size.capacity), done: max(0, size.capacity - open))
    return all.filter { item in
      if item.isDone {
        room.done -= 1
        return room.done >= 0
      }
      room.open -= 1
      return room.open >= 0
    }
  }

  private static func message(hasHabits: Bool, done: Int) -> WidgetMessage {
    guard hasHabits else { return .noHabits }
    return done > 0 ? .allDone : .nothingDue
  }
}

extension WidgetFlame {
  /// The longest running streak; nil as long as there is no habit.
  init?(_ report: StreaksReport, _ titles: DistinctTitles, hasFreezes: Bool) {
    guard !report.items.isEmpty else { return nil }
    let longest = report.longest
    self.init(
      streak: longest.map { WidgetStreak(length: $0.current, unit: $0.unit) },
      label: longest.map { titles.title($0.title, $0.habit) },
      atRisk: longest?.atRisk ?? false,
      freezes: hasFreezes ? report.freezes.available : nil
    )
  }
}
