/// Makes requests to servers with libcurl, each on a thread of its own.
///
/// Certificates are always verified, with TLS 1.2 or newer, and `http://` is used only for this
/// machine. The system's proxies are used (`https_proxy`, `no_proxy`), its certificates are
/// trusted, and connections are kept for the next request. An answer with any status is an answer;
/// an error means that there is none.
package struct HTTPClient: Sendable {
  package struct Options: Sendable {
    /// The header `User-Agent`.
    package var userAgent: String
    /// A file of certificates in PEM format to trust beside those of the system.
    package var authorities: String?
    /// The addresses that connections may go to.
    package var reach: Reach

    package init(userAgent: String, authorities: String? = nil, reach: Reach = .anywhere) {
      self.userAgent = userAgent
      self.authorities = authorities
      self.reach = reach
    }
  }

  /// The maximum number of redirects that are followed.
  private static let mostRedirections = 5
  /// The maximum number of events that wait for the consumer.
  private static let mostWaitingEvents = 256

  package let options: Options
  private let pool = CurlPool()
  private let load: @Sendable () throws(HTTPClientError) -> Curl

  package init(_ options: Options) {
    self.init(options) { () throws(HTTPClientError) in try Curl.shared() }
  }

  init(_ options: Options, load: @escaping @Sendable () throws(HTTPClientError) -> Curl) {
    self.options = options
    self.load = load
  }

  /// Makes a request, and follows redirects within the server.
  ///
  /// Cancelling the task ends it at once, with ``HTTPClientError/cancelled``.
  package func send(_ request: HTTPRequest) async throws(HTTPClientError) -> HTTPResponse {
    var request = request
    for _ in 0...HTTPClient.mostRedirections {
      let response = try await exchange(request)
      guard let next = try request.redirected(by: response) else { return response }
      request = next
    }
    throw .redirected(host: request.url.authority, to: request.url.origin)
  }

  /// Follows a stream of events, until the server ends it or the task is cancelled.
  ///
  /// Throws ``HTTPClientError``; ``HTTPClientError/noEvents(_:host:)`` contains the server's answer
  /// instead. A consumer that leaves hundreds of events waiting loses the connection, and so no
  /// event silently.
  ///
  /// - Parameter request: has no total timeout if the stream should stay open; `mostBytes` limits
  ///   one event.
  package func events(
    _ request: HTTPRequest
  ) -> AsyncThrowingStream<ServerSentEvent, any Error> {
    var request = request
    request.headers["Accept"] = EventSink.contentType
    request.headers["Cache-Control"] = "no-store"
    let policy = AsyncThrowingStream<ServerSentEvent, any Error>.Continuation.BufferingPolicy
      .bufferingOldest(HTTPClient.mostWaitingEvents)
    return AsyncThrowingStream(bufferingPolicy: policy) { continuation in
      let host = request.url.authority
      let sink = EventSink(continuation, host: host, limit: request.mostBytes)
      do throws(HTTPClientError) {
        let transfer = try begin(request, intercept: sink.take) { outcome in
          switch outcome {
          case .success(let response) where EventSink.isStream(response): continuation.finish()
          case .success(let response):
            continuation.finish(throwing: HTTPClientError.noEvents(response, host: host))
          // A consumer that has left the stream does not wait for an error.
          case .failure(.cancelled): continuation.finish()
          case .failure(let error): continuation.finish(throwing: error)
          }
        }
        continuation.onTermination = { _ in transfer.cancel() }
      } catch {
        continuation.finish(throwing: error)
      }
    }
  }

  private func exchange(_ request: HTTPRequest) async throws(HTTPClientError) -> HTTPResponse {
    let call = Call()
    return try await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        do throws(HTTPClientError) {
          call.follow(try begin(request) { waiter.resume(returning: $0) })
        } catch { waiter.resume(returning: .failure(error)) }
      }
    } onCancel: {
      call.cancel()
    }.get()
  }

  /// Starts the thread of a request.
  ///
  /// - Throws: without having called `end`.
  private func begin(
    _ request: HTTPRequest,
    intercept: Receiver.Body? = nil,
    end: @escaping @Sendable (Transfer.Outcome) -> Void
  ) throws(HTTPClientError) -> Transfer {
    try request.check()
    let curl = try load()
    let transfer = Transfer(curl, request, options, end: end)
    try pool.run(transfer, curl, intercept, host: request.url.authority)
    return transfer
  }
}
