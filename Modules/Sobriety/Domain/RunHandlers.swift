import Core
import SobrietyContract
import TrackingContract

/// Begins runs from a reported last use, and corrects them.
enum RunHandlers {
  static func decide(
    _ state: SobrietyState,
    _ command: BeginRun,
    _ context: RequestContext
  ) throws -> Decision {
    let substance = try state.begun(command.substance, isNew: command.isNew ?? false)
    let record = state.record(of: substance)
    var fact: RunBegun?
    if let last = command.lastUse {
      fact = try run(of: substance, record, after: last, command, context)
    } else if command.time != nil {
      throw DomainError(
        "last-use-missing",
        "On which day was that? Nothing was changed: give the day together with the time.",
        isFinal: true,
        about: "last"
      )
    }
    return SettingHandlers.begun(substance, with: fact, state, context)
  }

  /// Returns the fact about a run; nil if the same was reported before.
  private static func run(
    of substance: Substance,
    _ record: SubstanceRecord,
    after last: Day,
    _ command: BeginRun,
    _ context: RequestContext
  ) throws -> RunBegun? {
    try validate(last, record, context)
    let first = last.advanced(by: 1)
    let since = try since(last, command.time, context)
    let end = record.end(from: first.number, to: context.today.number)
    let through = max(end, last.number)
    if let told = record.toldRun(from: first.number), told.since == since, told.through >= through {
      return nil
    }
    return RunBegun(
      substance: substance.id,
      first: first,
      through: Day(number: through),
      since: since,
      at: context.now,
      replaces: record.corrected(by: first.number, through: through),
      offset: Evidence(of: last, in: context).offset
    )
  }

  /// Returns the instant of the last use, or the start of the first sober day without a time.
  private static func since(
    _ last: Day,
    _ time: String?,
    _ context: RequestContext
  ) throws -> Instant {
    let calendar = context.calendar
    guard let time else {
      return last == context.today ? context.now : calendar.start(of: last.advanced(by: 1))
    }
    guard let minutes = minutes(time) else {
      throw DomainError(
        "bad-time",
        "“\(time)” is not a time such as 22:30. Nothing was changed: correct it, or leave it out.",
        isFinal: true,
        about: "time"
      )
    }
    // Where days begin later than at midnight, the small hours belong to the day before.
    let onClock = calendar.zone.instant(on: last, secondOfDay: minutes * 60)
    let instant =
      onClock < calendar.start(of: last)
      ? calendar.zone.instant(on: last.advanced(by: 1), secondOfDay: minutes * 60) : onClock
    guard instant <= context.now else {
      throw DomainError(
        "time-in-future",
        "\(time) has not come yet. Nothing was changed: give the time of your last "
          + "use, or leave it out.",
        about: "time"
      )
    }
    return instant
  }

  private static func minutes(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
      text.utf8.allSatisfy({ $0 == 0x3A || (0x30...0x39).contains($0) }),
      let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
    else { return nil }
    return hour * 60 + minute
  }

  private static func validate(
    _ last: Day,
    _ record: SubstanceRecord,
    _ context: RequestContext
  ) throws {
    guard last <= context.today else {
      throw DomainError(
        "day-in-future",
        "\(last) has not come yet. Today is \(context.today). Nothing was changed.",
        about: "last"
      )
    }
    guard HistoryDays.range.contains(last.number) else {
      throw DomainError(
        "day-too-old",
        "Only days since 1900 can be entered, and \(last) is before them. Nothing was changed.",
        isFinal: true,
        about: "last"
      )
    }
    let mark = record.mark(on: last.number)
    guard mark.status == .sober, !record.isFilled(last.number) else { return }
    throw DomainError(
      "last-use-is-sober",
      "\(last) is marked as sober, so the last use cannot have been then. Nothing was changed: "
        + "correct that day first, or give another one.",
      about: "last"
    )
  }

  static func reply(
    _ state: SobrietyState,
    _ command: BeginRun,
    _ context: RequestContext
  ) throws -> BegunRun {
    let substance = try state.begun(command.substance, isNew: command.isNew ?? false)
    let told = context.decided.lazy.compactMap { $0 as? RunBegun }.first
    return BegunRun(
      sobriety: state.sobriety(of: substance, context),
      isFirst: context.decided.contains { $0 is SubstanceAdded },
      filled: told.map { $0.first.distance(to: $0.through) + 1 } ?? 0
    )
  }
}
