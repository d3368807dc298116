import Core
import HTTPClient
import Replication
import Sync

/// Transfers the documents of the sync over HTTP: `POST /api/v1/sync`.
public struct HTTPSyncTransport: SyncTransport {
  private let client: ServerClient

  /// - Parameter client: with the token of this device.
  public init(_ client: ServerClient) { self.client = client }

  public func exchange(_ document: [UInt8]) async throws -> [UInt8] {
    var request = try client.request(.post, "/sync")
    request.headers["Content-Type"] = "application/json"
    request.body = document
    request.compressesBody = true
    request.mostBytes = SyncLimits.documentBytes
    let response: HTTPResponse
    do throws(HTTPClientError) {
      response = try await client.http.send(request)
    } catch { throw HTTPSyncTransport.trouble(error) }
    guard response.status == 200, response.contentType == "application/json" else {
      throw HTTPSyncTransport.trouble(response, from: client.address.authority)
    }
    return response.body
  }

  /// The head of the order whenever it moves, until the stream ends: a hint to synchronize.
  ///
  /// - Throws: when the stream can no longer be followed; the next round finds what was missed.
  func heads() throws -> AsyncThrowingStream<ServerSentEvent, any Error> {
    var request = try client.request(.get, "/sync/events")
    request.mostBytes = 16 << 10
    // The server sends something every 20 seconds.
    request.timeouts = .init(idle: 60_000, total: nil)
    return client.http.events(request)
  }

  // MARK: What is in the way

  private static func trouble(_ error: HTTPClientError) -> any Error {
    switch error {
    case .cancelled: CancellationError()
    case .unreachable(_, let why): SyncTransportError.unreachable(brief(why))
    case .timedOut: SyncTransportError.unreachable("it took too long to answer")
    case .interrupted: SyncTransportError.unreachable("the connection ended in the middle")
    case .tooLarge: SyncTransportError.tooLarge
    case .malformed: SyncTransportError.foreign("it does not speak HTTP")
    case .redirected(_, let other): SyncTransportError.foreign("it redirects to \(other)")
    // A certificate, a file or a library: the whole sentence says what to do.
    default: DomainError(error)
    }
  }

  static func trouble(_ response: HTTPResponse, from host: String) -> any Error {
    let refusal = ServerProblem.document(response)
    switch response.status {
    // A proxy may ask for its own password, which is no reason to sign in again here.
    case 401 where refusal?.code == "signed-out": return SyncTransportError.signedOut
    case 413: return SyncTransportError.tooLarge
    case 429, 503:
      return SyncTransportError.waiting(
        seconds: ServerProblem.retryAfter(response),
        words: refusal?.message
      )
    case 507: return SyncTransportError.storageFull
    case 502, 504: return SyncTransportError.unreachable("it is not ready")
    default:
      return refusal ?? SyncTransportError.foreign("status \(response.status)")
    }
  }

  /// Words without the full stop that ends them.
  private static func brief(_ words: String) -> String {
    words.hasSuffix(".") ? String(words.dropLast()) : words
  }
}
