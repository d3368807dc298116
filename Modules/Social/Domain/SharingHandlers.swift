import Core
import SocialContract
import StreaksContract
import TrackingContract

/// What friends see of habits.
enum SharingHandlers {
  /// A decision that shows friends less is recorded even if it is in force here already.
  ///
  /// Another device may have decided otherwise, which this one has not received yet; the later decision
  /// counts, and nothing must be shown after its owner was told that it is hidden.
  static func decide(
    _ state: SocialState,
    _ command: SetSharing,
    _ context: RequestContext
  ) throws -> Decision {
    let known = state.shared(command.habit)
    let isThere = try streaks(context).contains { $0.habit == command.habit }
    guard command.sharing != .none else {
      // The sharing of a habit that no longer exists can be withdrawn, too.
      return known == nil && !isThere ? .unchanged : [fact(command)]
    }
    guard isThere else {
      throw DomainError(
        "unknown-habit",
        "There is no such habit, or it is archived and has no streak to show. Nothing was changed: "
          + "look at your habits."
      )
    }
    let showsAll = known?.showsTitle == true && command.showsTitle
    return showsAll ? .unchanged : [fact(command)]
  }

  private static func fact(_ command: SetSharing) -> SharingSet {
    SharingSet(
      habit: command.habit,
      sharing: command.sharing,
      showsTitle: command.sharing != .none && command.showsTitle
    )
  }

  static func all(_ state: SocialState, _ context: RequestContext) throws -> SharedHabits {
    guard state.sharesAny else { return SharedHabits(items: []) }
    let items = try streaks(context).compactMap { streak in
      state.shared(streak.habit).map {
        SharedHabit(habit: streak.habit, title: streak.title, showsTitle: $0.showsTitle)
      }
    }
    return SharedHabits(items: items)
  }

  static func streaks(
    _ state: SocialState,
    forFriendsIn context: RequestContext
  ) throws -> [SharedStreak] {
    guard state.sharesAny else { return [] }
    return try streaks(context).compactMap { streak in
      state.shared(streak.habit).map {
        SharedStreak(
          title: $0.showsTitle ? streak.title : nil,
          current: streak.current,
          unit: streak.unit
        )
      }
    }
  }

  private static func streaks(_ context: RequestContext) throws -> [HabitStreak] {
    guard context.policies.showsStreaks, context.answers(AllStreaks.self) else { return [] }
    return try context.ask(AllStreaks()).items
  }
}
