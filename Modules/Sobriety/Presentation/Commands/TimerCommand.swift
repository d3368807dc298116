import ArgumentParser
import Commands
import Core
import Presentation
import ProfileContract
import SobrietyContract
import Terminal

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

  func run(in context: CommandContext) async throws {
    let profile = context.screen.profile
    guard watch, context.format == .text, profile.isTerminal, let interruption = Interruption()
    else { return try await show(context) }
    let wantsRest = try await context.askIfAvailable(CurrentProfile())?.reducedMotion ?? false
    if wantsRest || profile.reducedMotion {
      repeat { try await show(context) } while !interruption.wait(milliseconds: 60_000)
    } else {
      try await tick(context, interruption)
    }
  }

  private func show(_ context: CommandContext) async throws {
    let timer = try await timer(context)
    try context.show(TimerDocument(timer, zone: context.calendar.zone)) {
      TimerViews.of(timer, context)
    }
  }

  private func timer(_ context: CommandContext) async throws -> SoberTimer {
    try await context.ask(SobrietyOf(substance: named.substance)).timer
  }

  /// Queries again every second, since the day may end or be marked elsewhere in the meantime.
  private func tick(_ context: CommandContext, _ interruption: borrowing Interruption) async throws
  {
    let line = LiveLine(on: context.screen)
    repeat {
      line.show(TimerViews.text(try await timer(context)))
    } while !interruption.wait(milliseconds: 1000)
    line.finish()
  }
}
