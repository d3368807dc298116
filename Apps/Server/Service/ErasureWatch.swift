import Logging
import ServiceLifecycle

/// Erases the spaces of accounts that were erased elsewhere.
///
/// The operator's command is a separate process: it erases accounts, and leaves their spaces to the
/// server, which may have them open.
struct ErasureWatch: ServiceLifecycle.Service {
  let services: AccountServices
  let logger: Logger

  /// Looks once.
  func look() async throws { try await services.eraseLeft() }

  /// Looks every two seconds, until the program ends.
  func run() async throws {
    await PeriodicCheck(consequence: "spaces are erased later", logger: logger) {
      try await look()
    }
    .run()
  }
}
