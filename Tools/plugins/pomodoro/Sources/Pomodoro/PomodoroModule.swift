import TrackingContract
import TrellisSDK

/// Times stretches of focus, and adds their minutes to habits.
public struct PomodoroModule: Module {
  public typealias State = PomodoroState

  public static let manifest = Manifest(
    name: "pomodoro",
    version: "1.0.0",
    summary: "Stretches of focus whose minutes go into habits.",
    kernel: KernelVersion(2, 2),
    needs: ["tracking"],
    owns: [SessionBegun.self, SessionEnded.self],
    follows: [HabitRemoved.self],
    answers: [FocusStatus.self, StartSession.self, StopSession.self, SettleSessions.self],
    sends: [SetCheck.self],
    announces: [SessionOver.self]
  )

  /// The number of latest sessions that are shown.
  static let shown = 10

  public static func register(in host: inout some ModuleHost<PomodoroState>) {
    host.fold(SessionBegun.self) { state, fact, context in state.apply(fact, context) }
    host.fold(SessionEnded.self) { state, fact, context in state.apply(fact, context) }
    host.follow(HabitRemoved.self) { state, change, _ in state.apply(change) }
    host.answer(FocusStatus.self) { state, _, context in report(state, context) }
    host.decide(StartSession.self, start, reply: begun)
    host.decide(StopSession.self, stop, reply: stopped)
    host.decide(SettleSessions.self) { state, _, context in
      settle(state, context)
    } reply: { state, _, context in
      report(state, context)
    }
    // All that are due: another may have become due meanwhile.
    host.wake { state, _, context in settle(state, context) }
  }

  private static func report(_ state: PomodoroState, _ context: RequestContext) -> FocusReport {
    FocusReport(
      current: state.open.first,
      today: state.focused(on: context.today),
      lately: state.lately(shown)
    )
  }

  // MARK: Beginning

  private static func start(
    _ state: PomodoroState,
    _ command: StartSession,
    _ context: RequestContext
  ) throws -> Decision {
    if let running = state.open.first(where: { context.now < $0.end }) {
      let until = running.end.clockTime(in: context.calendar.zone)
      throw DomainError(
        "pomodoro-running",
        "You are in a stretch of focus until \(until). Nothing was changed: stop that one first."
      )
    }
    let minutes = command.minutes ?? Session.usualLength
    guard Session.lengths.contains(minutes) else {
      throw DomainError(
        "pomodoro-length",
        "A stretch of focus takes \(Session.lengths.lowerBound) to \(Session.lengths.upperBound) "
          + "minutes. Nothing was begun."
      )
    }
    let habit = try context.ask(CheckOn(habit: command.habit)).habit
    guard !habit.details.archived else {
      throw DomainError(
        "habit-archived",
        "“\(habit.details.title)” is archived. Nothing was begun: bring it back first."
      )
    }
    return [
      SessionBegun(
        session: context.makeID(),
        habit: command.habit,
        minutes: minutes,
        at: context.now
      )
    ]
  }

  private static func begun(
    _ state: PomodoroState,
    _ command: StartSession,
    _ context: RequestContext
  ) throws -> Session {
    let made = context.decided.lazy.compactMap { $0 as? SessionBegun }.first
    guard let session = made.flatMap({ state.session($0.session) }) else { throw none }
    return session
  }

  // MARK: Ending

  private static func stop(
    _ state: PomodoroState,
    _ command: StopSession,
    _ context: RequestContext
  ) throws -> Decision {
    guard let session = state.open.first else { throw none }
    let minutes = command.keeps ? session.minutes(until: context.now) : 0
    return end(session, after: minutes, at: min(context.now, session.end), context)
  }

  private static func stopped(
    _ state: PomodoroState,
    _ command: StopSession,
    _ context: RequestContext
  ) throws -> Session {
    let made = context.decided.lazy.compactMap { $0 as? SessionEnded }.first
    guard let session = made.flatMap({ state.session($0.session) }) else { throw none }
    return session
  }

  private static func settle(_ state: PomodoroState, _ context: RequestContext) -> Decision {
    state.overdue(on: context.device, at: context.now).reduce(.unchanged) { all, session in
      let one = end(session, after: session.minutes, at: session.end, context)
      let isAdded = one.facts.contains { ($0 as? SessionEnded)?.isAdded == true }
      var next = all.signalling([
        SessionOver(habit: session.habit, minutes: session.minutes, isAdded: isAdded)
      ])
      next.facts += one.facts
      return one.sent.reduce(next) { $0.sending($1) }
    }
  }

  /// Ends a session, and adds its minutes if the habit accepts them.
  private static func end(
    _ session: Session,
    after minutes: Int,
    at end: Instant,
    _ context: RequestContext
  ) -> Decision {
    let day = context.calendar.day(at: end)
    let check = minutes == 0 ? nil : check(for: session, minutes, on: day, context)
    let decision: Decision = [
      SessionEnded(
        session: session.id,
        habit: session.habit,
        focused: minutes,
        isAdded: check != nil,
        day: day
      )
    ]
    return check.map { decision.sending($0) } ?? decision
  }

  /// The effect of the minutes on the habit's day; nil if they are not added.
  private static func check(
    for session: Session,
    _ minutes: Int,
    on day: Day,
    _ context: RequestContext
  ) -> SetCheck? {
    guard let state = try? context.ask(CheckOn(habit: session.habit, day: day)),
      !state.habit.details.archived,
      context.policies.backfillDays.map({ day.distance(to: context.today) <= $0 }) ?? true
    else { return nil }
    let isWhole = minutes == session.minutes
    guard let target = state.target else {
      return isWhole ? SetCheck(habit: session.habit, day: day, mark: .done) : nil
    }
    guard let amount = Session.amount(of: minutes, isWhole: isWhole, in: target.unit),
      amount.thousandths > 0
    else { return nil }
    return SetCheck(habit: session.habit, day: day, mark: .done, adds: amount)
  }

  private static let none = DomainError(
    "pomodoro-none",
    "No stretch of focus runs. Nothing was changed: begin one first."
  )
}
