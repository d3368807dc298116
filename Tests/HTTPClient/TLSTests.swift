import LoopbackHTTP
import Testing

@testable import HTTPClient

/// What a server must prove.
struct TLSTests {
  private func request(_ peer: TLSPeer, host: String = "127.0.0.1") throws -> HTTPRequest {
    try HTTPRequest(to: "https://\(host):\(peer.port)/")
  }

  @Test(.needsOpenSSL)
  func `a certificate that nobody vouches for is refused, and accepted once it is named`()
    async throws
  {
    let peer = try TLSPeer()
    let error = try await failure(of: request(peer))
    guard case .certificate("127.0.0.1:\(peer.port)", let why) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(why.contains("--ca-file"))
    let response = try await client(authorities: peer.certificate).send(request(peer))
    #expect(response.status == 200)
    #expect(String(decoding: response.body, as: UTF8.self).contains("TLSv1.3"))
  }

  @Test(.needsOpenSSL) func `a certificate for another name is refused`() async throws {
    let peer = try TLSPeer("DNS:other.example")
    let error = try await failure(of: request(peer), client(authorities: peer.certificate))
    guard case .certificate(_, let why) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(why.contains("another name"), "\(why)")
  }

  @Test(.needsOpenSSL)
  func `a certificate that has expired is refused, with a word about the clock`() async throws {
    let peer = try TLSPeer(isExpired: true)
    let error = try await failure(of: request(peer), client(authorities: peer.certificate))
    guard case .certificate(_, let why) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(why.contains("expired"))
    #expect(why.contains("clock"))
  }

  @Test(.needsOpenSSL) func `a name below localhost is verified like any other`() async throws {
    let peer = try TLSPeer("DNS:home.localhost")
    let client = client(authorities: peer.certificate)
    #expect(try await client.send(request(peer, host: "home.localhost")).status == 200)
    #expect(try await failure(of: request(peer, host: "evil.localhost"), client) != nil)
  }

  @Test(.needsOpenSSL) func `TLS 1.1 is refused, and 1.2 is accepted`() async throws {
    let old = try TLSPeer("IP:127.0.0.1", isExpired: false, "-tls1_1", "-cipher", "ALL@SECLEVEL=0")
    let error = try await failure(of: request(old), client(authorities: old.certificate))
    #expect(error == .tls(host: "127.0.0.1:\(old.port)"))
    let peer = try TLSPeer("IP:127.0.0.1", isExpired: false, "-tls1_2")
    #expect(try await client(authorities: peer.certificate).send(request(peer)).status == 200)
  }

  @Test func `a server without TLS is told from one that has it`() async throws {
    let server = try LoopbackServer { connection in
      connection.send("HTTP/1.1 400 Bad Request\r\n\r\n")
    }
    defer { server.stop() }
    let error = try await failure(of: HTTPRequest(to: "https://127.0.0.1:\(server.port)/"))
    #expect(error == .tls(host: "127.0.0.1:\(server.port)"))
  }

  @Test(.needsOpenSSL, arguments: ["/nowhere/ca.pem", "/dev/null", "/etc/hostname"])
  func `a file without certificates is told`(path: String) async throws {
    let peer = try TLSPeer()
    let error = try await failure(of: request(peer), client(authorities: path))
    #expect(error == .unusableAuthorities(path: path))
  }
}
