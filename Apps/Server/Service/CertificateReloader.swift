import Logging
import ServiceLifecycle
import UnixSignals

/// Reloads the certificate on a signal (SIGHUP), such as after its renewal.
///
/// Without a certificate it says that there is none, since `systemctl reload` succeeds all the same.
struct CertificateReloader: ServiceLifecycle.Service {
  let tls: TLSContext?
  let logger: Logger

  func run() async throws {
    let signals = await UnixSignalsSequence(trapping: .sighup)
    for await _ in signals.cancelOnGracefulShutdown() { reload() }
  }

  func reload() {
    guard let tls else {
      logger.notice("nothing is reloaded: there is no certificate, and all else needs a restart")
      return
    }
    do {
      try tls.reload()
      logger.notice("the certificate was reloaded")
    } catch {
      logger.error("the certificate stays as it was", metadata: ["error": "\(error)"])
    }
  }
}
