import ArgumentParser
import CommandKit
import Core

struct WeekCommand: TrellisCommand {
  static let configuration = CommandConfiguration(
    commandName: "week",
    abstract: "Show the last seven days of every habit.",
    discussion: """
      Example:
        trellis week --plain
      """
  )

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let report = try await WeekReport.load(session)
    try session.show(WeekDocument(report)) { WeekViews.of(report, session) }
  }
}
