import Core
import SobrietyContract
import TrackingContract

/// Sober days, the timer, savings, milestones and the why.
public struct SobrietyModule: Module {
  public typealias State = SobrietyState

  public static let manifest = Manifest(
    name: "sobriety",
    version: "1.0.0",
    summary: "Sober days, a timer, savings, milestones and your why.",
    kernel: KernelVersion(2, 1),
    owns: [
      SubstanceAdded.self, SubstanceRenamed.self, SubstanceDeleted.self, DayMarked.self,
      RunBegun.self, FiguresSet.self, WhySet.self, DayPledged.self, DayReviewed.self,
      SlipNoted.self, CravingPassed.self,
    ],
    publishes: [HabitChanged.self, HabitRemoved.self, CheckChanged.self],
    answers: [
      SobrietyOf.self, SoberDays.self, MarksOf.self, PatternsOfSoberMarks.self, AllSubstances.self,
      MarkDay.self, UndoMark.self, BeginRun.self, SetFigures.self, SetWhy.self,
      RenameSubstance.self, DeleteSubstance.self, SoberDiary.self, CausesOfSlips.self,
      CravingsOf.self, PledgeDay.self, ReviewDay.self, NoteSlip.self, PassCraving.self,
    ],
    announces: [CheckChanged.self, HabitChanged.self, HabitRemoved.self]
  )

  public static func register(in host: inout some ModuleHost<SobrietyState>) {
    registerFolds(in: &host)
    registerDiary(in: &host)
    host.answer(SobrietyOf.self, SobrietyQueries.one)
    host.answer(SoberDays.self, SobrietyQueries.days)
    host.answer(MarksOf.self) { state, query, _ in
      state.record(of: try state.standing(query.substance)).marks
    }
    host.answer(PatternsOfSoberMarks.self, SobrietyQueries.patterns)
    host.answer(AllSubstances.self) { state, _, _ in state.substances }
    host.decide(MarkDay.self, MarkHandlers.decide, reply: MarkHandlers.reply)
    host.decide(UndoMark.self, MarkUndo.decide, reply: MarkUndo.reply)
    host.decide(BeginRun.self, RunHandlers.decide, reply: RunHandlers.reply)
    host.decide(RenameSubstance.self, SettingHandlers.rename, reply: SettingHandlers.renamed)
    host.decide(SetFigures.self, SettingHandlers.figures) { state, command, context in
      state.sobriety(of: try state.standing(command.substance), context)
    }
    host.decide(SetWhy.self, SettingHandlers.why) { state, command, context in
      state.sobriety(of: try state.standing(command.substance), context)
    }
    host.decide(DeleteSubstance.self, SettingHandlers.delete, reply: SettingHandlers.deleted)
  }

  private static func registerDiary(in host: inout some ModuleHost<SobrietyState>) {
    host.answer(SoberDiary.self, DiaryHandlers.days)
    host.answer(CausesOfSlips.self, DiaryHandlers.causes)
    host.answer(CravingsOf.self, DiaryHandlers.cravings)
    host.decide(PledgeDay.self, DiaryHandlers.pledge) { state, command, context in
      try DiaryHandlers.day(state, command.substance, command.day, context)
    }
    host.decide(ReviewDay.self, DiaryHandlers.review) { state, command, context in
      try DiaryHandlers.day(state, command.substance, command.day, context)
    }
    host.decide(NoteSlip.self, DiaryHandlers.slip) { state, command, context in
      try DiaryHandlers.day(state, command.substance, command.day, context)
    }
    host.decide(PassCraving.self, DiaryHandlers.craving) { state, command, context in
      state.record(of: try state.standing(command.substance)).cravings
    }
    host.fold(DayPledged.self) { state, fact, context in
      state.note(fact.substance) { $0.apply(fact, at: context.stamp) }
    }
    host.fold(DayReviewed.self) { state, fact, context in
      state.note(fact.substance) { $0.apply(fact, at: context.stamp) }
    }
    host.fold(SlipNoted.self) { state, fact, context in
      state.note(fact.substance) { $0.apply(fact, at: context.stamp) }
    }
    host.fold(CravingPassed.self) { state, fact, context in
      state.note(fact.substance) { $0.apply(fact, at: context.stamp) }
    }
  }

  private static func registerFolds(in host: inout some ModuleHost<SobrietyState>) {
    host.fold(SubstanceAdded.self) { state, fact, context in
      state.apply(fact, at: context.stamp) { context.emit($0) }
    }
    host.fold(SubstanceRenamed.self) { state, fact, context in
      state.apply(fact, at: context.stamp) { context.emit($0) }
    }
    host.fold(RunBegun.self) { state, fact, context in
      state.apply(fact, at: context.stamp) { context.emit($0) }
    }
    host.fold(SubstanceDeleted.self) { state, fact, context in
      state.apply(fact) { context.emit($0) }
    }
    host.fold(DayMarked.self) { state, fact, context in
      if let change = state.apply(fact, at: context.stamp) { context.emit(change) }
    }
    host.fold(FiguresSet.self) { state, fact, context in state.apply(fact, at: context.stamp) }
    host.fold(WhySet.self) { state, fact, context in state.apply(fact, at: context.stamp) }
  }
}
