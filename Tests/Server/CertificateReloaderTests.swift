import Locks
import Logging
import Testing

@testable import trellis_server

/// What a server says when it is asked to reload.
@Suite struct CertificateReloaderTests {
  @Test func `without a certificate none is said to be reloaded`() {
    let lines = SharedLocked<[String]>([])
    let logger = Logger(label: "test") { _ in KeepingLog(lines: lines) }
    CertificateReloader(tls: nil, logger: logger).reload()
    let said = lines.withLock { $0 }
    #expect(said.count == 1)
    #expect(said.allSatisfy { $0.contains("nothing is reloaded") })
  }
}
