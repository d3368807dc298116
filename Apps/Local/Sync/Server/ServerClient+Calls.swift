import Core
import HTTPClient

/// Makes calls.
extension ServerClient {
  private static let base = "/api/v1"

  /// An answer that only confirms success.
  struct Answer {
    let response: HTTPResponse
    let host: String

    var status: Int { response.status }

    /// - Throws: a ``DomainError`` if it has no such document.
    func document<T: Decodable>() throws -> T {
      guard response.contentType == "application/json",
        let document = try? JSON.decode(T.self, from: response.body)
      else {
        throw DomainError(
          "answer-unreadable",
          "\(host) answered something that this version cannot read. Nothing is lost: update this "
            + "program or the server, or look at the address."
        )
      }
      return document
    }
  }

  func get<T: Decodable>(_ path: String) async throws -> T {
    try await send(.get, path).document()
  }

  func send(
    _ method: HTTPRequest.Method,
    _ path: String,
    headers: HTTPHeaders = [:]
  ) async throws -> Answer {
    try await send(method, path, bytes: nil, headers)
  }

  func send(
    _ method: HTTPRequest.Method,
    _ path: String,
    _ body: some Encodable,
    headers: HTTPHeaders = [:]
  ) async throws -> Answer {
    try await send(method, path, bytes: try JSON.encode(body), headers)
  }

  private func send(
    _ method: HTTPRequest.Method,
    _ path: String,
    bytes: [UInt8]?,
    _ headers: HTTPHeaders
  ) async throws -> Answer {
    var request = try request(method, path, headers)
    if let bytes {
      request.body = bytes
      request.headers["Content-Type"] = "application/json"
    }
    let response: HTTPResponse
    do throws(HTTPClientError) {
      response = try await http.send(request)
    } catch .cancelled {
      throw CancellationError()
    } catch { throw DomainError(error) }
    guard (200..<300).contains(response.status) else {
      throw ServerProblem.error(of: response, from: address.authority)
    }
    return Answer(response: response, host: address.authority)
  }

  /// A request with the token of this device.
  func request(
    _ method: HTTPRequest.Method,
    _ path: String,
    _ headers: HTTPHeaders = [:]
  ) throws(DomainError) -> HTTPRequest {
    do throws(HTTPClientError) {
      var request = HTTPRequest(method, try address.at(ServerClient.base + path), headers: headers)
      request.headers["Accept"] = "application/json"
      if let token { request.headers["Authorization"] = "Bearer \(token)" }
      return request
    } catch { throw DomainError(error) }
  }
}
