import Logging
import ServiceLifecycle

/// Repeats a check until the program ends.
///
/// Of failures in a row only the first is logged: an outage of the database would otherwise fill the
/// log with a line every few seconds.
struct PeriodicCheck: Sendable {
  /// The time between two checks.
  var pause = Duration.seconds(2)
  /// What a failure means, for the operator.
  let consequence: Logger.Message
  let logger: Logger
  let check: @Sendable () async throws -> Void

  func run() async {
    await cancelWhenGracefulShutdown {
      var isFailing = false
      while (try? await Task.sleep(for: pause)) != nil {
        do {
          try await check()
          isFailing = false
        } catch {
          // A check that the end of the program has interrupted has not failed.
          if Task.isCancelled { return }
          if !isFailing { logger.error(consequence, metadata: ["error": "\(error)"]) }
          isFailing = true
        }
      }
    }
  }
}
