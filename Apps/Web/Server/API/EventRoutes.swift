import API
import Core
import HTTPServing
import HTTPTypes
import Hummingbird

/// Notifies open pages and programs immediately of changes.
struct EventRoutes: Sendable {
  let host: any WebHost
  let streams: StreamLimiter
  let stream: EventStream

  var routes: [WebRoute] {
    [
      .get("\(APIVersion.path)/events", access: .embedding) { exchange, _ in
        try await respond(to: exchange)
      }
    ]
  }

  private func respond(to exchange: HTTPExchange) async throws -> Response {
    guard exchange.request.method == .get else { return EventStream.empty }
    // A page sends the state that it shows, and an interrupted stream the last event that it
    // received: a client that is behind is notified at once. A page may come from a cache.
    let shown = exchange.query.first { $0.name == "seen" }?.value
    let seen = (exchange.header(.lastEventID) ?? shown).flatMap { Int($0) }
    let place = try streams.take()
    // Subscribed before the head is read, so that no change in between is missed.
    let advances = try await host.advances(for: exchange.visitor)
    let head = try await host.position(for: exchange.visitor).sequence
    let isBehind = seen.map { $0 != head } ?? false
    return stream.response(
      to: exchange,
      in: place,
      first: isBehind ? EventRoutes.changed(head) : nil,
      advances.map { EventRoutes.changed($0) }
    )
  }

  private static func changed(_ sequence: Int) -> String {
    "id: \(sequence)\nevent: changed\ndata: {\"sequence\":\(sequence)}\n\n"
  }
}
