import ArgumentParser
import CommandKit
import Core

struct TodayCommand: TrellisCommand {
  static let configuration = CommandConfiguration(
    commandName: "today",
    abstract: "Show today's habits.",
    discussion: """
      Mark one with “trellis check”, for instance:
        trellis check Read
      """
  )

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let report = try await TodayReport.load(session)
    try session.show(TodayDocument(report, session)) { TodayViews.of(report, session) }
  }
}
