import Core
import HTTPClient
import LoopbackHTTP
import Sealing

@testable import LocalApp

/// A server that answers each request by its line, and keeps what it was asked.
final class ScriptedServer: Sendable {
  private let requests = Gathered<ReceivedRequest>()
  private let server: LoopbackServer

  /// - Parameter answers: the answer to a request, such as to `POST /api/v1/sessions`.
  init(_ answers: @escaping @Sendable (ReceivedRequest) -> String?) throws {
    let requests = requests
    server = try LoopbackServer { connection in
      while let request = connection.request() {
        requests.add(request)
        connection.send(answers(request) ?? problem(404, "not-found", "There is nothing here."))
      }
    }
  }

  deinit { server.stop() }

  var address: String { "127.0.0.1:\(server.port)" }
  var lines: [String] {
    requests.elements.map {
      $0.line.replacing(" HTTP/1.1", with: "").replacing("/api/v1", with: "")
    }
  }
  var received: [ReceivedRequest] { requests.elements }

  func client(token: String? = nil) throws -> ServerClient {
    try ServerClient(address, token: token)
  }
}

/// An answer with a JSON document.
func document(_ json: String, _ status: String = "200 OK") -> String {
  answer(json, status: status, "Content-Type: application/json")
}

extension PasswordParameters {
  static let sample = PasswordParameters(
    salt: [UInt8](repeating: 7, count: 16),
    n: 1 << 15,
    r: 8,
    p: 1
  )
}

/// How the password of a sealed account is derived.
func document(_ parameters: PasswordParameters) -> String {
  let salt = Hexadecimal.text(parameters.salt)
  let cost = #""n":\#(parameters.n),"p":\#(parameters.p),"r":\#(parameters.r)"#
  return document(#"{\#(cost),"salt":"\#(salt)","sealed":true}"#)
}

/// A refusal (RFC 9457).
func problem(_ status: Int, _ code: String, _ detail: String, _ fields: String...) -> String {
  let json = #"{"code":"\#(code)","detail":"\#(detail)","status":\#(status),"title":"No"}"#
  return answer(
    json,
    status: "\(status) No",
    (["Content-Type: application/problem+json"] + fields).joined(separator: "\r\n")
  )
}

/// The answer to somebody who was let in.
func signedIn(token: String = "t0ken", sealed: Bool = false) -> String {
  document(
    """
    {"token":"\(token)","account":{"id":"0a","email":"me@example.org","sealed":\(sealed)},
    "session":{"id":"5e55","name":"laptop","createdAt":"2026-05-01T10:00:00Z",
    "usedAt":"2026-05-01T10:00:00Z","current":true}}
    """,
    "201 Created"
  )
}

/// The error of a call that must have one.
func refusal<T>(_ call: () async throws -> T) async throws -> DomainError? {
  do {
    _ = try await call()
    return nil
  } catch let error as DomainError { return error }
}
