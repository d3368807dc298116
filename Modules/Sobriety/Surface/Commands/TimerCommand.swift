import ArgumentParser
import CommandKit
import Core
import ProfileContract
import SobrietyContract

struct TimerCommand: TrellisCommand {
  static let configuration = CommandConfiguration(
    commandName: "timer",
    abstract: "Show how long you have been sober.",
    discussion: """
      It runs while today is marked sober, from the moment you marked the first day, or from that \
      day's midnight if you marked it later. With --watch it ticks until you press Ctrl-C.
      """
  )

  @Flag(help: "Keep showing it, second by second; once a minute where nothing may move.")
  var watch = false

  @OptionGroup var named: NamedSubstance
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let profile = session.screen.profile
    guard watch, session.format == .text, profile.isTerminal, let interruption = Interruption()
    else { return try await show(session) }
    let wantsRest = try await session.askIfAnswered(CurrentProfile())?.reducedMotion ?? false
    if wantsRest || profile.reducedMotion {
      repeat { try await show(session) } while !interruption.wait(milliseconds: 60_000)
    } else {
      try await tick(session, interruption)
    }
  }

  private func show(_ session: Session) async throws {
    let timer = try await timer(session)
    try session.show(TimerDocument(timer, zone: session.calendar.zone)) {
      TimerViews.of(timer, session)
    }
  }

  private func timer(_ session: Session) async throws -> SoberTimer {
    try await session.ask(SobrietyOf(substance: named.substance)).timer
  }

  /// Asks anew each second: the day may end, or be marked elsewhere, while someone watches.
  private func tick(_ session: Session, _ interruption: borrowing Interruption) async throws {
    let line = LiveLine(on: session.screen)
    repeat {
      line.show(TimerViews.text(try await timer(session)))
    } while !interruption.wait(milliseconds: 1000)
    line.finish()
  }
}
