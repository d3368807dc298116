import API
import Accounts
import Compression
import Core
import HTTPServing
import HTTPTypes
import Hummingbird
import NIOCore
import Replication
import Sync

/// The sync of devices: one document in, one out, and hints about news.
struct SyncRoutes: Sendable {
  let accounts: AccountStore
  let streams: SyncStreams
  let limiter: StreamLimiter
  let stream: EventStream
  let metrics: ServerMetrics
  let room: BodyRoom

  var operations: [ServerOperation] {
    [
      ServerOperation(
        .post,
        "/api/v1/sync",
        .member,
        "Sends what a device has, and returns what it lacks.",
        body: .elsewhere("A document of \(SyncWire.name); see Modules/Kernel/Sync."),
        gives: [.ok([String: JSONValue].self)],
        exchange
      ),
      ServerOperation(
        .get,
        "/api/v1/sync/events",
        .member,
        "Streams hints that there is something to sync.",
        gives: [.events],
        listen
      ),
    ]
  }

  @Sendable
  private func exchange(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    let caller = try exchange.requireCaller()
    let document = try await body(exchange)
    // What was sent has its room already; what it was unpacked to needs its own.
    let unpacked = exchange.contentCoding == nil ? 0 : document.count
    try room.take(unpacked, for: caller.account.id)
    defer { room.leave(unpacked, of: caller.account.id) }
    let product = exchange.product
    let space = try await accounts.space(of: caller, product: product.name)
    let reply = try await product.replicator.answer(
      document,
      in: space.id,
      rules: product.rules(isSealed: caller.account.isSealed)
    )
    metrics.count(reply)
    for flag in reply.flags { try await accounts.flag(caller.account.id, flag.code) }
    return .json(reply.document)
  }

  /// The document, decompressed if the device has compressed it.
  private func body(_ exchange: ServerExchange) async throws -> [UInt8] {
    try exchange.requireJSON()
    let bytes = try await exchange.compressedBody(upTo: SyncLimits.documentBytes, within: 60)
    switch exchange.contentCoding {
    case nil: return bytes
    case "gzip":
      guard let plain = try? Gunzip.unpack(bytes, limit: SyncLimits.documentBytes) else {
        throw Problem.badRequest(
          "bad-encoding",
          "What was sent cannot be unpacked, or is too long. Nothing was changed."
        )
      }
      return plain
    default: throw Problem.unsupported
    }
  }

  // MARK: Hints

  @Sendable
  private func listen(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    guard exchange.request.method == .get else { return EventStream.empty }
    let caller = try exchange.requireCaller()
    let space = try await accounts.space(of: caller, product: exchange.product.name)
    let place = try limiter.take()
    let events = try streams.follow(
      exchange.product.replicator.heads(in: space.id),
      for: SyncStreams.Listener(account: caller.account.id, session: caller.session.id)
    ) { head in "data: {\"head\":\(head)}\n\n" }
    return stream.response(to: exchange, in: place, first: nil, events)
  }
}

extension SyncFlag {
  /// The name by which an operator finds it.
  fileprivate var code: String {
    switch self {
    case .backfill: "backfill"
    case .clock: "clock"
    case .rate: "rate"
    }
  }
}
