import Core
import TrackingContract

/// The module for habits, the entries of their days, groups and vacations.
public struct TrackingModule: Module {
  public typealias State = TrackingState

  public static let manifest = Manifest(
    name: "tracking",
    version: "1.0.0",
    summary: "Habits, checks, notes, groups and vacations.",
    kernel: KernelVersion(2, 1),
    owns: [
      HabitCreated.self, HabitEdited.self, HabitDeleted.self, CheckSet.self, DaysImported.self,
      HistoryImported.self, ImportUndone.self, VacationSet.self, VacationCancelled.self,
      HabitJoined.self,
    ],
    publishes: [
      HabitChanged.self, HabitRemoved.self, CheckChanged.self, VacationsChanged.self,
      DaysShortened.self, HabitsJoined.self,
    ],
    answers: [
      CreateHabit.self, EditHabit.self, DeleteHabit.self, SetCheck.self, UndoCheck.self,
      PlanVacation.self, CancelVacation.self, ImportHistory.self, PreviewImport.self,
      AllHabits.self, FindHabit.self,
      DaysOfHabits.self, DoneCounts.self, AllVacations.self, CheckOn.self, EntriesOf.self,
      PatternsOfMarks.self, LatestImport.self, UndoImport.self, ShortenedDays.self,
      JoinHabits.self, SeparateHabit.self, JoinedHabits.self, HabitTwins.self,
    ],
    announces: [
      CheckChanged.self, HabitChanged.self, HabitRemoved.self, VacationsChanged.self,
    ]
  )

  public static func register(in host: inout some ModuleHost<TrackingState>) {
    registerFolds(in: &host)
    registerCommands(in: &host)
    registerImports(in: &host)
    registerJoins(in: &host)
    registerQueries(in: &host)
  }

  private static func registerFolds(in host: inout some ModuleHost<TrackingState>) {
    host.fold(HabitCreated.self) { state, fact, context in
      state.apply(fact, at: context.stamp) { context.emit($0) }
    }
    host.fold(HabitEdited.self) { state, fact, context in
      state.apply(fact, at: context.stamp) { context.emit($0) }
    }
    host.fold(HabitDeleted.self) { state, fact, context in
      state.apply(fact) { context.emit($0) }
    }
    host.fold(CheckSet.self) { state, fact, context in
      state.apply(fact, at: context.stamp) { context.emit($0) }
    }
    host.fold(DaysImported.self) { state, fact, context in
      state.apply(fact, at: context.stamp) { context.emit($0) }
    }
    host.fold(HistoryImported.self) { state, fact, context in
      state.apply(fact, at: context.stamp)
    }
    host.fold(ImportUndone.self) { state, fact, _ in state.apply(fact) }
    host.fold(VacationSet.self) { state, fact, context in
      if let change = state.apply(fact, at: context.stamp) { context.emit(change) }
    }
    host.fold(VacationCancelled.self) { state, fact, context in
      if let change = state.apply(fact, at: context.stamp) { context.emit(change) }
    }
  }

  private static func registerCommands(in host: inout some ModuleHost<TrackingState>) {
    host.decide(CreateHabit.self, HabitHandlers.create, reply: HabitHandlers.created)
    host.decide(EditHabit.self, HabitHandlers.edit) { state, command, _ in
      try state.habit(command.habit)
    }
    host.decide(DeleteHabit.self, HabitHandlers.delete) { _, command, _ in
      DeletedHabit(id: command.habit)
    }
    host.decide(SetCheck.self, CheckHandlers.decide, reply: CheckHandlers.state)
    host.decide(UndoCheck.self, CheckUndo.decide, reply: CheckUndo.reply)
    host.decide(PlanVacation.self, CheckHandlers.plan, reply: CheckHandlers.planned)
    host.decide(CancelVacation.self, CheckHandlers.cancel) { _, command, _ in
      CancelledVacation(id: command.id)
    }
  }

  private static func registerImports(in host: inout some ModuleHost<TrackingState>) {
    host.decide(ImportHistory.self, ImportHandlers.decide) { state, command, _ in
      // A habit of which no day could be kept was not created.
      ImportedHabits(
        ids: state.importedIDs(command.history).filter { state.habits[$0]?.exists == true }
      )
    }
    host.decide(UndoImport.self, ImportUndo.decide, reply: ImportUndo.reply)
    host.answer(PreviewImport.self, ImportHandlers.report)
    host.answer(LatestImport.self) { state, _, context in
      try ImportUndo(state)?.report(context)
    }
  }

  private static func registerJoins(in host: inout some ModuleHost<TrackingState>) {
    host.fold(HabitJoined.self) { state, fact, context in
      state.apply(fact, at: context.stamp) { context.emit($0) }
    }
    host.decide(JoinHabits.self, JoinHandlers.join, reply: JoinHandlers.joined)
    host.decide(SeparateHabit.self, JoinHandlers.separate) { state, command, _ in
      try state.habit(command.habit)
    }
    host.answer(JoinedHabits.self) { state, _, _ in state.joinedHabits }
    host.answer(HabitTwins.self) { state, _, _ in state.twins }
  }

  private static func registerQueries(in host: inout some ModuleHost<TrackingState>) {
    host.answer(AllHabits.self, Queries.all)
    host.answer(FindHabit.self, FindHandler.find)
    host.answer(DaysOfHabits.self, Queries.days)
    host.answer(DoneCounts.self, Queries.counts)
    host.answer(EntriesOf.self, Queries.entries)
    host.answer(PatternsOfMarks.self, Queries.patterns)
    host.answer(ShortenedDays.self) { state, _, context in state.shortenedDays(context) }
    host.answer(AllVacations.self) { state, _, _ in state.vacations }
    host.answer(CheckOn.self) { state, query, context in
      try state.check(query.habit, on: query.day ?? context.today, today: context.today)
    }
  }
}
