import Compression
import Core
import HTTPClient
import LoopbackHTTP
import Replication
import Testing

@testable import LocalApp

struct HTTPSyncTransportTests {
  private func exchange(
    _ document: [UInt8] = Array("{}".utf8),
    with server: ScriptedServer
  ) async throws -> [UInt8] {
    try await HTTPSyncTransport(try server.client(token: "t0ken")).exchange(document)
  }

  @Test func `a document goes out packed, and its answer comes back`() async throws {
    let server = try ScriptedServer { _ in document(#"{"protocol":"trellis-sync/1"}"#) }
    let sent = Array(String(repeating: #"{"protocol":"trellis-sync/1"}"#, count: 100).utf8)
    let answer = try await exchange(sent, with: server)
    #expect(String(decoding: answer, as: UTF8.self) == #"{"protocol":"trellis-sync/1"}"#)
    let request = try #require(server.received.first)
    #expect(server.lines == ["POST /sync"])
    #expect(request.field("Authorization") == "Bearer t0ken")
    #expect(request.field("Content-Type") == "application/json")
    #expect(request.field("Content-Encoding") == "gzip")
    #expect(try Gunzip.unpack(request.body, limit: 1 << 20) == sent)
  }

  @Test(
    arguments: [
      (problem(401, "signed-out", "x"), SyncTransportError.signedOut),
      (problem(401, "proxy", "x"), nil),
      (answer("", status: "401 No"), .foreign("status 401")),
      (problem(413, "too-large", "x"), .tooLarge),
      (problem(429, "slow", "x", "Retry-After: 7"), .waiting(seconds: 7, words: "x")),
      (problem(503, "busy", "x", "Retry-After: soon"), .waiting(seconds: nil, words: "x")),
      (problem(507, "storage-full", "x"), .storageFull),
      (answer("", status: "502 No"), .unreachable("it is not ready")),
      (answer("<html>", "Content-Type: text/html"), .foreign("status 200")),
      (
        answer("", status: "302 Found", "Location: https://portal.example/x"),
        .foreign("it redirects to https://portal.example")
      ),
      ("nonsense\r\n\r\n", .foreign("it does not speak HTTP")),
    ] as [(String, SyncTransportError?)]
  )
  func `what is in the way is told by its kind`(
    answer: String,
    error: SyncTransportError?
  ) async throws {
    let server = try ScriptedServer { _ in answer }
    do {
      _ = try await exchange(with: server)
      Issue.record("no error")
    } catch let thrown as SyncTransportError {
      #expect(thrown == error)
    } catch let thrown as DomainError {
      #expect(error == nil)
      #expect(thrown == DomainError("proxy", "x"))
    }
  }

  @Test func `a server that is gone is unreachable, with the reason`() async throws {
    let server = try LoopbackServer { _ in }
    server.stop()
    let transport = HTTPSyncTransport(try ServerClient("127.0.0.1:\(server.port)"))
    await #expect(
      throws: SyncTransportError.unreachable("no program accepts connections there")
    ) { try await transport.exchange([]) }
  }

  @Test func `hints of the server arrive, and the end of the stream`() async throws {
    let stream = "data: {\"head\":1}\n\n:\n\ndata: {\"head\":2}\n\n"
    let server = try ScriptedServer { request in
      request.line.contains("/sync/events")
        ? answer(stream, "Content-Type: text/event-stream") : nil
    }
    var heads: [String] = []
    for try await event in try HTTPSyncTransport(try server.client(token: "t0ken")).heads() {
      heads.append(event.data)
    }
    #expect(heads == [#"{"head":1}"#, #"{"head":2}"#])
    #expect(server.received.first?.field("Authorization") == "Bearer t0ken")
  }
}
