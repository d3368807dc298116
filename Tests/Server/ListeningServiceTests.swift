import Core
import HTTPTypes
import Hummingbird
import Logging
import Testing

@testable import HTTPServing
@testable import trellis_server

/// What a server says that cannot listen where it is told to.
@Suite struct ListeningServiceTests {
  @Test func `an address that this machine does not have is told in words`() async {
    // The second is from a range that is for documentation (RFC 5737).
    for host in ["nowhere.invalid", "192.0.2.1"] {
      let listeners = [HTTPListener.network(host: host, port: 0, secure: nil)]
      let http = HTTPService(
        listeners: listeners,
        limits: HTTPLimits(),
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
        didListen: { _ in }
      ) { _, _, _ in
        Response(status: .noContent)
      }
      let service = ListeningService(service: http, listeners: listeners, setting: "listen")
      let refusal = await #expect(throws: DomainError.self) { try await service.run() }
      #expect(refusal?.code == "address-unknown")
      #expect(refusal?.message.contains(host) == true)
    }
  }
}
