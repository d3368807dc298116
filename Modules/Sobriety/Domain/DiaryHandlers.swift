import Core
import SobrietyContract

/// Handles pledges, reviews, notes of slips and cravings.
enum DiaryHandlers {
  // MARK: Queries

  static func days(
    _ state: SobrietyState,
    _ query: SoberDiary,
    _ context: RequestContext
  ) throws -> [DiaryDay] {
    let range = try DayRange.checked(query.from, query.to)
    let record = state.record(of: try state.standing(query.substance))
    return range.map { record.diaryDay($0) }.filter { !$0.isEmpty }
  }

  static func causes(
    _ state: SobrietyState,
    _ query: CausesOfSlips,
    _ context: RequestContext
  ) throws -> SlipCauses {
    state.record(of: try state.standing(query.substance)).causes
  }

  static func cravings(
    _ state: SobrietyState,
    _ query: CravingsOf,
    _ context: RequestContext
  ) throws -> Cravings {
    state.record(of: try state.standing(query.substance)).cravings
  }

  // MARK: Commands

  static func pledge(
    _ state: SobrietyState,
    _ command: PledgeDay,
    _ context: RequestContext
  ) throws -> Decision {
    let day = try MarkHandlers.validDay(command.day, context)
    let substance = try state.standing(command.substance)
    let isPledged = command.isPledged ?? true
    let before = state.record(of: substance).diary.pledge(on: day.number)
    guard isPledged != (before != nil) else { return .unchanged }
    let fact = DayPledged(
      substance: substance.id,
      day: day,
      isPledged: isPledged,
      at: context.now
    )
    return SettingHandlers.begun(substance, with: fact, state, context)
  }

  static func review(
    _ state: SobrietyState,
    _ command: ReviewDay,
    _ context: RequestContext
  ) throws -> Decision {
    let day = try MarkHandlers.validDay(command.day, context)
    let substance = try state.standing(command.substance)
    let note = try checked(command.note, isSaid: command.effort != nil)
    let before = state.record(of: substance).diary.review(on: day.number)
    guard before?.effort != command.effort || before?.note ?? "" != note else { return .unchanged }
    let fact = DayReviewed(
      substance: substance.id,
      day: day,
      effort: command.effort,
      note: note,
      at: context.now
    )
    return SettingHandlers.begun(substance, with: fact, state, context)
  }

  static func slip(
    _ state: SobrietyState,
    _ command: NoteSlip,
    _ context: RequestContext
  ) throws -> Decision {
    let day = try MarkHandlers.validDay(command.day, context)
    let substance = try state.standing(command.substance)
    let record = state.record(of: substance)
    guard record.mark(on: day.number).status == .notSober else {
      throw DomainError(
        "no-slip",
        "\(day == context.today ? "Today" : day.description) is not marked as not sober, so there "
          + "is nothing that led to it. Nothing was changed."
      )
    }
    let wanted = Set(command.triggers ?? [])
    let triggers = SlipTrigger.allCases.filter(wanted.contains)
    let note = try checked(command.note, isSaid: true)
    let before = record.diary.slip(on: day.number)
    guard before?.triggers ?? [] != triggers || before?.note ?? "" != note else {
      return .unchanged
    }
    return [
      SlipNoted(
        substance: substance.id,
        day: day,
        triggers: triggers,
        note: note,
        at: context.now
      )
    ]
  }

  static func craving(
    _ state: SobrietyState,
    _ command: PassCraving,
    _ context: RequestContext
  ) throws -> Decision {
    let substance = try state.standing(command.substance)
    let diary = state.record(of: substance).diary
    if let back = command.takesBack {
      guard diary.passed.contains(back) else { return .unchanged }
      let day = context.calendar.day(at: back)
      return [CravingPassed(substance: substance.id, day: day, at: back, isTakenBack: true)]
    }
    let at = diary.free(from: context.now)
    let fact = CravingPassed(substance: substance.id, day: context.today, at: at)
    return SettingHandlers.begun(substance, with: fact, state, context)
  }

  // MARK: Replies

  static func day(
    _ state: SobrietyState,
    _ substance: String?,
    _ day: Day?,
    _ context: RequestContext
  ) throws -> DiaryDay {
    let record = state.record(of: try state.standing(substance))
    return record.diaryDay((day ?? context.today).number)
  }

  /// Returns a note without white space at its ends; empty if there is nothing that it belongs to.
  private static func checked(_ raw: String?, isSaid: Bool) throws -> String {
    guard isSaid, let raw else { return "" }
    return try DiaryDay.checkedNote(raw)
  }
}

extension SubstanceRecord {
  func diaryDay(_ day: Int) -> DiaryDay {
    DiaryDay(
      day: Day(number: day),
      pledgedAt: diary.pledge(on: day),
      review: diary.review(on: day),
      slip: mark(on: day).status == .notSober ? diary.slip(on: day) : nil
    )
  }

  var causes: SlipCauses {
    let notes = diary.notedSlips.filter { mark(on: $0.key).status == .notSober }.map(\.value)
    let causes = SlipTrigger.allCases.map { trigger in
      SlipCauses.Cause(
        trigger: trigger,
        days: notes.count { $0.triggers.contains(trigger) }
      )
    }
    let order = SlipTrigger.allCases
    let named = causes.filter { $0.days > 0 }.sorted { a, b in
      (b.days, order.firstIndex(of: a.trigger) ?? 0) < (
        a.days, order.firstIndex(of: b.trigger) ?? 0
      )
    }
    return SlipCauses(noted: notes.count, causes: named)
  }

  var cravings: Cravings {
    let passed = diary.passed
    return Cravings(passed: passed.count, latest: passed.last)
  }
}
