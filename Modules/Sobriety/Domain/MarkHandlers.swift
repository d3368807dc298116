import Core
import SobrietyContract
import TrackingContract

/// Handles marking days.
enum MarkHandlers {
  static func decide(
    _ state: SobrietyState,
    _ command: MarkDay,
    _ context: RequestContext
  ) throws -> Decision {
    let day = try validDay(command.day, context)
    let substance = try state.standing(command.substance)
    let record = state.record(of: substance)
    let before = record.mark(on: day.number)
    let drinks = try drinks(command, before)
    guard before.status != command.status || before.drinks != drinks else { return .unchanged }
    let evidence = Evidence(of: day, in: context)
    let now = SubstanceMark(
      status: command.status,
      drinks: drinks,
      at: context.now,
      since: day == context.today ? context.now : context.calendar.start(of: day),
      offset: evidence.offset,
      isClaimed: evidence.isClaimed
    )
    let earlier = restored(by: command, now, record.replaced(on: day.number), context.today)
    let mark = earlier?.value ?? now
    let marked = DayMarked(
      substance: substance.id,
      day: day,
      status: mark.status,
      drinks: mark.drinks,
      at: mark.at,
      since: mark.since,
      restores: earlier?.stamp,
      evidence: mark.evidence
    )
    return SettingHandlers.begun(substance, with: marked, state, context)
  }

  /// Returns the earlier mark that the command restores; nil if it makes a new one.
  ///
  /// It is the one that an undo names. A past day that had been marked sober on that day itself
  /// gets its instant back whenever it is marked sober.
  private static func restored(
    by command: MarkDay,
    _ mark: SubstanceMark,
    _ replaced: [LWWRegister<SubstanceMark>],
    _ today: Day
  ) -> LWWRegister<SubstanceMark>? {
    let same = replaced.filter {
      $0.value.status == mark.status && $0.value.drinks == mark.drinks
    }
    if let instant = command.restores, let named = same.first(where: { $0.value.at == instant }) {
      return named
    }
    guard let day = command.day, day < today else { return nil }
    return same.first { $0.value.isSoberSince }
  }

  static func reply(
    _ state: SobrietyState,
    _ command: MarkDay,
    _ context: RequestContext
  ) throws -> MarkedDay {
    let isRestored = context.decided.contains { ($0 as? DayMarked)?.restores != nil }
    return try marked(state, command, isUndo: isRestored && command.restores != nil, context)
  }

  /// Describes the day of a mark.
  ///
  /// - Parameter isUndo: whether it gives back an earlier mark, which reaches nothing once more.
  static func marked(
    _ state: SobrietyState,
    _ command: MarkDay,
    isUndo: Bool,
    _ context: RequestContext
  ) throws -> MarkedDay {
    let substance = try state.standing(command.substance)
    let record = state.record(of: substance)
    let day = command.day ?? context.today
    let runs = SoberRuns(record.soberDays)
    let isMarked = context.decided.contains { $0 is DayMarked }
    let run = isMarked && !isUndo ? runs.run(holding: day.number) : nil
    // What a mark had reached that was taken back and is made once more is not new.
    let former = run.map { record.formerLength(of: $0, with: day.number) } ?? 0
    let replaced = isMarked ? record.replaced(on: day.number).first?.value : nil
    return MarkedDay(
      day: record.day(day.number, runs),
      sobriety: state.sobriety(of: substance, context),
      isFirst: context.decided.contains { $0 is SubstanceAdded },
      reached: run == nil ? [] : runs.gained(by: day.number).filter { $0.days > former },
      replaced: replaced?.on(day)
    )
  }

  private static func drinks(_ command: MarkDay, _ before: SubstanceMark) throws -> Int {
    guard command.status == .notSober else {
      guard (command.drinks ?? 0) == 0 else {
        throw DomainError(
          "drinks-on-sober-day",
          "Only a day that was not sober has a number of what there was. Nothing was changed.",
          isFinal: true
        )
      }
      return 0
    }
    let drinks = command.drinks ?? before.drinks
    guard (0...MarkDay.mostDrinks).contains(drinks) else {
      throw DomainError(
        "bad-drinks",
        "How many there were is a number from 0, for not counted, to \(MarkDay.mostDrinks). "
          + "Nothing was changed.",
        isFinal: true,
        about: "drinks"
      )
    }
    return drinks
  }

  /// Returns the day that a command is about, today if it names none; throws if it cannot be
  /// marked.
  static func validDay(_ day: Day?, _ context: RequestContext) throws -> Day {
    let day = day ?? context.today
    try HistoryDays.validate(day, context, "marked")
    return day
  }
}
