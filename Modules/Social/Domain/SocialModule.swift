import Core
import SocialContract
import TrackingContract

/// Cards to share, and which habits friends may see.
///
/// Cards and streaks are derived from the replies of other modules, and modules that a product lacks
/// are not queried.
public struct SocialModule: Module {
  public typealias State = SocialState

  public static let manifest = Manifest(
    name: "social",
    version: "1.1.0",
    summary: "Pictures to share: calendars and milestones; and what friends see.",
    kernel: KernelVersion(2, 0),
    owns: [SharingSet.self],
    reads: [HabitDeleted.self],
    follows: [HabitRemoved.self],
    answers: [ComposeShareCard.self, SetSharing.self, AllShared.self, SharedStreaks.self]
  )

  public static func register(in host: inout some ModuleHost<SocialState>) {
    host.fold(SharingSet.self) { state, fact, context in state.apply(fact, at: context.stamp) }
    // Tracking publishes the deletion as a fact, and every module that keeps habits as a change.
    host.fold(HabitDeleted.self) { state, fact, _ in state.remove(fact.habit) }
    host.follow(HabitRemoved.self) { state, change, _ in state.remove(change.habit) }
    host.decide(SetSharing.self, SharingHandlers.decide) { state, _, context in
      try SharingHandlers.all(state, context)
    }
    host.answer(AllShared.self) { state, _, context in try SharingHandlers.all(state, context) }
    host.answer(SharedStreaks.self) { state, _, context in
      try SharingHandlers.streaks(state, forFriendsIn: context)
    }
    host.answer(ComposeShareCard.self) { _, query, context in
      try CardComposer(query, context).card()
    }
  }
}
