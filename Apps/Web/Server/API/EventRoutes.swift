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

  private static let path = "\(APIVersion.path)/events"

  /// The stream as the description of the API has it.
  static let described = HostRequest(
    "get",
    path,
    "Streams an event “changed” with the new sequence number whenever something changes. After an "
      + "interruption, the header Last-Event-ID or “seen” resumes it.",
    tag: "events",
    access: .member,
    parameters: [
      parameter("seen", "The sequence number that is known: a later one is told at once."),
      parameter("opened", "When a page was made, in milliseconds since 1970: later news are too."),
    ],
    body: nil,
    replies: [.events]
  )

  private static func parameter(_ name: String, _ summary: String) -> OpenAPIDocument.Parameter {
    OpenAPIDocument.Parameter(
      name: name,
      summary: summary,
      schema: ["type": "integer"],
      isInPath: false
    )
  }

  var routes: [WebRoute] {
    [
      .get(EventRoutes.path, access: .embedding) { exchange, _ in
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
    let lacksNews = try await lacksNews(exchange)
    return stream.response(
      to: exchange,
      in: place,
      first: isBehind || lacksNews ? EventRoutes.changed(head) : nil,
      advances.map { EventRoutes.changed($0) }
    )
  }

  /// Whether the page was made before the latest news beside the space.
  ///
  /// A page sends the time at which it was made. News are dated before they are stored, so a page
  /// that was made shortly after counts as well.
  private func lacksNews(_ exchange: HTTPExchange) async throws -> Bool {
    let opened = exchange.query.first { $0.name == "opened" }.flatMap { Int64($0.value) }
    guard let opened, let news = try await host.latestNews(for: exchange.visitor) else {
      return false
    }
    return Instant(milliseconds: opened) < news.advanced(bySeconds: EventRoutes.storing)
  }

  /// The seconds that storing news may take.
  private static let storing: Int64 = 10

  private static func changed(_ sequence: Int) -> String {
    "id: \(sequence)\nevent: changed\ndata: {\"sequence\":\(sequence)}\n\n"
  }
}
