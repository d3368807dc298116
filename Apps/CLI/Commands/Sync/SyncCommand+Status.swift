import ArgumentParser
import Commands
import Core
import LocalApp
import Replication
import Terminal

extension SyncCommand {
  struct Status: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "status",
      abstract: "Say whether everything is the same everywhere, and what is in the way."
    )

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      guard let app = Launch.current as? CommandLineApp else { return }
      try await app.withOpenSpace(global) { space, context in
        let report = try await SyncReport(space, context.now, context.calendar)
        try context.show(report) { report.views }
      }
    }
  }
}

extension SyncReport {
  /// How the sync of an open home stands now.
  init(_ space: LocalSpace, _ now: Instant, _ calendar: LocalCalendar) async throws {
    let home = space.home
    let account = try home.sync.loadAccount()
    let sync = account == nil ? nil : try? HomeSync(space)
    let known = SyncStatusFile(home).load()
    self.init(
      account,
      isSignedIn: (try? home.sync.loadToken()) != nil,
      await sync?.replicator.status() ?? known,
      isInBackground: DaemonLock.isHeld(of: home),
      calendar: calendar,
      now: now
    )
  }

  var views: [any View] { sentences.map { Paragraph(verbatim: $0) } }
}
