import Accounts
import Logging
import ServiceLifecycle

/// Ends the streams of sessions that ended elsewhere.
///
/// The operator's commands are separate processes: they end sessions in the file, and do not know
/// the listeners here.
struct StreamGuard: ServiceLifecycle.Service {
  /// How often the sessions of open streams are checked.
  private static let pause = Duration.seconds(2)

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
    await cancelWhenGracefulShutdown {
      while (try? await Task.sleep(for: StreamGuard.pause)) != nil {
        do {
          try await look()
        } catch {
          logger.error("streams are looked at later", metadata: ["error": "\(error)"])
        }
      }
    }
  }
}
