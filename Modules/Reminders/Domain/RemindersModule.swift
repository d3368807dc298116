import Core
import ProfileContract
import RemindersContract
import StreaksContract
import TrackingContract

/// Reminders, notices about streaks, quiet hours and the inbox.
public struct RemindersModule: Module {
  public typealias State = RemindersState

  public static let manifest = Manifest(
    name: "reminders",
    version: "1.0.0",
    summary: "Reminders, notices about streaks, quiet hours and an inbox.",
    kernel: KernelVersion(2, 1),
    needs: ["streaks"],
    owns: [
      ReminderSet.self, ReminderRemoved.self, NoticePreferenceSet.self, NoticeGiven.self,
      InboxRead.self,
    ],
    reads: [HabitDeleted.self],
    follows: [
      HabitChanged.self, HabitRemoved.self, HabitsJoined.self, ProfileChanged.self,
      StreakChanged.self,
    ],
    answers: [
      AllReminders.self, SetReminder.self, RemoveReminders.self, SetNoticePreference.self,
      GiveDueNotices.self, NextNotice.self, ReadInbox.self, FindNotices.self, MarkRead.self,
      RemindersOnHabits.self,
    ],
    announces: [NoticeDue.self]
  )

  public static func register(in host: inout some ModuleHost<RemindersState>) {
    fold(in: &host)
    host.answer(AllReminders.self, ReminderHandlers.all)
    host.answer(RemindersOnHabits.self, ReminderHandlers.made)
    host.answer(ReadInbox.self, InboxHandlers.read)
    host.answer(FindNotices.self, InboxHandlers.find)
    host.answer(NextNotice.self, InboxHandlers.next)
    host.decide(SetReminder.self, ReminderHandlers.set) { state, command, context in
      try ReminderHandlers.one(state, command.habit, context)
    }
    host.decide(RemoveReminders.self, ReminderHandlers.remove) { state, command, context in
      try ReminderHandlers.one(state, command.habit, context)
    }
    host.decide(
      SetNoticePreference.self,
      PreferenceHandler.set,
      reply: PreferenceHandler.reply
    )
    host.decide(GiveDueNotices.self, InboxHandlers.give) { state, _, context in
      try InboxHandlers.report(state, context)
    }
    host.decide(MarkRead.self, InboxHandlers.mark) { state, _, context in
      try InboxHandlers.report(state, context)
    }
    host.wake { state, key, context in
      key == Planner.alarm
        ? try Planner.look(state, context)
        : try MilestoneNotices.wake(state, key, context)
    }
    host.react(
      to: StreakChanged.self,
      when: { Milestones.isStep(from: $0.from, to: $0.to) },
      MilestoneNotices.react
    )
    host.summarize(MilestoneNotices.summarize)
  }

  private static func fold(in host: inout some ModuleHost<RemindersState>) {
    host.fold(ReminderSet.self) { state, fact, context in
      state.apply(fact, at: context.stamp)
      schedulePlanning(state, context)
    }
    host.fold(ReminderRemoved.self) { state, fact, context in
      state.apply(fact, at: context.stamp)
      schedulePlanning(state, context)
    }
    host.fold(NoticePreferenceSet.self) { state, fact, context in
      state.apply(fact, at: context.stamp)
      schedulePlanning(state, context)
    }
    host.fold(NoticeGiven.self) { state, fact, context in
      guard state.apply(fact, at: context.stamp) else { return }
      context.signal(NoticeDue(notice: fact.notice))
    }
    host.fold(InboxRead.self) { state, fact, context in state.apply(fact, at: context.stamp) }
    host.fold(HabitDeleted.self) { state, fact, context in
      state.remove(fact.habit)
      schedulePlanning(state, context)
    }
    host.follow(HabitRemoved.self) { state, change, context in
      state.remove(change.habit)
      schedulePlanning(state, context)
    }
    host.follow(HabitChanged.self) { state, _, context in schedulePlanning(state, context) }
    host.follow(HabitsJoined.self) { state, _, context in schedulePlanning(state, context) }
    host.follow(ProfileChanged.self) { state, _, context in schedulePlanning(state, context) }
  }

  /// Schedules a run of the planner as soon as possible, if there is anything to plan.
  ///
  /// A fold knows neither the current time nor the product, and the timestamp of a fact may come
  /// from another device's clock. With everything off a run leaves no alarm behind, so each program
  /// that reads the whole past would set this one again.
  private static func schedulePlanning(_ state: RemindersState, _ context: FoldContext) {
    context.setAlarm(Planner.alarm, at: state.isPlanning ? Instant(milliseconds: 0) : nil)
  }
}
