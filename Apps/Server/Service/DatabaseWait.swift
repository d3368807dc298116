import Accounts
import Core
import Friends
import HTTPServing
import HTTPTypes
import Hummingbird
import Journals
import Locks
import Logging
import NIOCore
import ServerStorage
import ServiceLifecycle
import UnixSignals

/// Waits for the database of a node that starts while no primary can be reached.
///
/// Meanwhile it listens, so that a balancer sees a node that lives and is not ready, and everybody
/// else is told to come back.
struct DatabaseWait: Sendable {
  let listeners: [HTTPListener]
  let limits: HTTPLimits
  let logger: Logger
  /// The time after which the node gives up, and leaves it to systemd to start it again.
  var longest = Duration.seconds(600)
  private static let pause = Duration.seconds(1)

  /// Returns what could be opened; nil if the server was stopped meanwhile.
  ///
  /// - Throws: an error that does not end by itself, or a ``DomainError`` after the longest time.
  func open<T: Sendable>(_ attempt: @escaping @Sendable () async throws -> T) async throws -> T? {
    do {
      return try await attempt()
    } catch {
      guard let reason = DatabaseWait.outage(error) else { throw error }
      logger.warning(
        "the database cannot be written, so this server is not ready yet",
        metadata: ["error": "\(reason)"]
      )
    }
    let attempts = Attempts(longest: longest, pause: DatabaseWait.pause, attempt)
    let desk = HTTPService(
      listeners: listeners,
      limits: limits,
      logger: logger,
      didListen: { _ in }
    ) { request, _, _ in DatabaseWait.respond(to: request) }
    var group = ServiceGroupConfiguration(
      services: [
        .named(ListeningService(service: desk, listeners: listeners, setting: "listen")),
        .named(attempts, whenDone: .gracefullyShutdownGroup),
      ],
      gracefulShutdownSignals: [.sigterm, .sigint],
      logger: logger
    )
    group.maximumGracefulShutdownDuration = .seconds(5)
    try await ServiceGroup(configuration: group).run()
    return attempts.result
  }

  /// What the store says of an outage that ends by itself; nil for other errors.
  static func outage(_ error: any Error) -> String? {
    switch error {
    case AccountsError.store(let failure), FriendsError.store(let failure): outage(failure)
    case let failure as StoreFailure: failure.isPassing ? failure.detail : nil
    // The accounts are opened before the journals, so the settings are right.
    case let error as JournalError:
      [.unavailable, .readOnly, .busy].contains(error.code) ? error.detail : nil
    default: nil
    }
  }

  private static func respond(to request: Request) -> Response {
    var response: Response
    switch request.uri.path {
    case "/health/live": response = health("alive", .ok)
    case "/health/ready": response = health("not ready", .serviceUnavailable)
    default:
      response = Response(
        status: starting.status,
        headers: starting.headers + [.contentType: "application/problem+json"],
        body: .init(byteBuffer: ByteBuffer(bytes: starting.document))
      )
    }
    // What was sent with it is not read.
    response.headers[.connection] = "close"
    SecurityHeaders.add(to: &response.headers, isData: true)
    return request.method == .head ? response.createHeadResponse() : response
  }

  private static func health(_ status: String, _ code: HTTPResponse.Status) -> Response {
    .json(Array(#"{"status":"\#(status)"}"#.utf8), status: code)
  }

  private static let starting = Problem(
    .serviceUnavailable,
    "starting",
    "The server is starting and waits for its database. Nothing was lost: try again in a moment.",
    headers: [.retryAfter: "5"]
  )
}

/// Repeats an attempt until it succeeds.
private final class Attempts<T: Sendable>: ServiceLifecycle.Service {
  private let found = Locked<T?>(nil)
  private let longest: Duration
  private let pause: Duration
  private let attempt: @Sendable () async throws -> T

  init(
    longest: Duration,
    pause: Duration,
    _ attempt: @escaping @Sendable () async throws -> T
  ) {
    (self.longest, self.pause, self.attempt) = (longest, pause, attempt)
  }

  var result: T? { found.withLock { $0 } }

  func run() async throws {
    let end = ContinuousClock.now + longest
    await cancelWhenGracefulShutdown { try? await Task.sleep(for: self.pause) }
    while !Task.isShuttingDownGracefully, !Task.isCancelled {
      do {
        let made = try await attempt()
        return found.withLock { $0 = made }
      } catch {
        guard let reason = DatabaseWait.outage(error) else { throw error }
        guard ContinuousClock.now < end else { throw Attempts.givenUp(longest, reason) }
      }
      await cancelWhenGracefulShutdown { try? await Task.sleep(for: self.pause) }
    }
  }

  private static func givenUp(_ longest: Duration, _ reason: String) -> DomainError {
    DomainError(
      "database-away",
      "The database could not be written for \(longest.components.seconds) seconds, so the server has "
        + "ended. Nothing was changed and nothing was lost. Check whether PostgreSQL runs and has a "
        + "primary, and whether the connection string names it, then start the server again. The last "
        + "attempt ended with: \(reason)"
    )
  }
}
