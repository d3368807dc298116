import Core
import Presentation
import RemindersContract
import SobrietyContract
import TrackingContract

/// Notices that nobody could see when they were given.
public enum LateNotices {
  /// Returns those that are unread and still apply, in the same order.
  ///
  /// A notice that asks for something applies until its day ends or the person has done it. The inbox
  /// keeps all of them.
  public static func standing(
    _ items: [InboxItem],
    _ context: any SpaceContext
  ) async -> [InboxItem] {
    var standing: [InboxItem] = []
    for item in items where !item.isRead {
      let notice = item.notice
      guard !notice.kind.endsWithDay || notice.day == context.today else { continue }
      if await isOpen(notice, context) { standing.append(item) }
    }
    return standing
  }

  /// Whether a habit that a notice asks for is neither done nor skipped.
  private static func isOpen(_ notice: Notice, _ context: any SpaceContext) async -> Bool {
    guard notice.kind == .reminder || notice.kind == .atRisk else { return true }
    for subject in notice.subjects {
      if await isOpen(subject.habit, on: notice.day, context) { return true }
    }
    return false
  }

  /// A habit that cannot be read counts as open: an extra notice does less harm than a missing one.
  private static func isOpen(
    _ habit: HabitID,
    on day: Day,
    _ context: any SpaceContext
  ) async -> Bool {
    guard RemindableHabits.areTracked(context) else {
      let substance = SubstanceID(rawValue: habit.rawValue).description
      let sobriety = try? await context.askIfAvailable(SobrietyOf(substance: substance))
      return sobriety.map { $0.status == .unmarked } ?? true
    }
    let state = try? await context.askIfAvailable(CheckOn(habit: habit, day: day))
    return state.map { $0.status == .open } ?? true
  }
}
