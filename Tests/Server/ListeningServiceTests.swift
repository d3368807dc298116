import Core
import HTTPTypes
import Hummingbird
import Logging
import ServiceLifecycle
import Testing

@testable import HTTPServing
@testable import trellis_server

/// What a server says that cannot listen where it is told to.
@Suite struct ListeningServiceTests {
  private func service(at listeners: [HTTPListener]) -> ListeningService {
    let http = HTTPService(
      listeners: listeners,
      limits: HTTPLimits(),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
      didListen: { _ in }
    ) { _, _, _ in
      Response(status: .noContent)
    }
    return ListeningService(service: http, listeners: listeners, setting: "listen")
  }

  @Test func `an address that this machine does not have is told in words`() async {
    // The second is from a range that is for documentation (RFC 5737).
    for host in ["nowhere.invalid", "192.0.2.1"] {
      let listeners = [HTTPListener.network(host: host, port: 0, secure: nil)]
      let unheard = service(at: listeners)
      let refusal = await #expect(throws: DomainError.self) { try await unheard.run() }
      #expect(refusal?.code == "address-unknown")
      #expect(refusal?.message.contains(host) == true)
    }
  }

  @Test func `not even a log of everything has what a service holds`() {
    let listener = HTTPListener.network(host: "192.0.2.1", port: 0, secure: nil)
    let named = ServiceGroupConfiguration.ServiceConfiguration.named(service(at: [listener]))
    #expect(named.serviceName == "ListeningService")
  }
}
