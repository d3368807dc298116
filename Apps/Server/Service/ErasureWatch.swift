import Logging
import ServiceLifecycle

/// Erases the spaces of accounts that were erased elsewhere.
///
/// The operator's command is a separate process: it erases accounts, and leaves their spaces to the
/// server, which may have them open.
struct ErasureWatch: ServiceLifecycle.Service {
  /// How often the accounts are asked.
  private static let pause = Duration.seconds(2)

  let services: AccountServices
  let logger: Logger

  /// Looks once.
  func look() async throws { try await services.eraseLeft() }

  /// Looks every two seconds, until the program ends.
  func run() async throws {
    await cancelWhenGracefulShutdown {
      var isFailing = false
      while (try? await Task.sleep(for: ErasureWatch.pause)) != nil {
        do {
          try await look()
          isFailing = false
        } catch {
          // Once for each outage.
          if !isFailing { logger.error("spaces are erased later", metadata: ["error": "\(error)"]) }
          isFailing = true
        }
      }
    }
  }
}
