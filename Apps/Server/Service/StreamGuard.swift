import Accounts
import Logging
import ServiceLifecycle

/// Ends the streams of sessions that ended elsewhere.
///
/// The operator's commands are separate processes: they end sessions in the store, and do not know
/// the listeners here.
struct StreamGuard: ServiceLifecycle.Service {
  let accounts: AccountStore
  let streams: SyncStreams
  let logger: Logger

  /// Checks once.
  func look() async throws {
    let sessions = streams.sessions
    guard !sessions.isEmpty else { return }
    let open = try await accounts.open(sessions)
    let over = sessions.subtracting(open)
    if !over.isEmpty { streams.end { over.contains($0.session) } }
  }

  /// Checks every two seconds, until the program ends.
  func run() async throws {
    await PeriodicCheck(consequence: "streams are looked at later", logger: logger) {
      try await look()
    }
    .run()
  }
}
