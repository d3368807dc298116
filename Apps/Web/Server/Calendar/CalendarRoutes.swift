import Core
import HTTPServing
import HTTPTypes
import Hummingbird
import NIOCore
import Pages
import Presentation
import Products

/// The calendar that programs subscribe to, and the page with its address.
struct CalendarRoutes: Sendable {
  static let folder = "/calendar/"

  let feed: CalendarFeed
  let host: any WebHost
  let pages: PageRoutes

  var routes: [WebRoute] {
    [
      // Calendar programs have no session: the address itself is their credential.
      .get("\(CalendarRoutes.folder){name}", access: .anyone) { exchange, parameters in
        try await respond(to: exchange, parameters["name"] ?? "")
      },
      .get(CalendarPage.path) { exchange, _ in
        let address = address(exchange)
        let page = Page(CalendarPage.path) { CalendarPage.content(address, $0) }
        return try await pages.respond(to: exchange, with: page, [:])
      },
    ]
  }

  /// The calendar's address, with the machine's IP address.
  ///
  /// Not every program can resolve the app's name, and people who are given the address must not
  /// learn it.
  private func address(_ exchange: HTTPExchange) -> String? {
    feed.path.map { "http://127.0.0.1:\(exchange.connection.port ?? 80)\($0)" }
  }

  private func respond(to exchange: HTTPExchange, _ name: String) async throws -> Response {
    guard feed.isCalendar(name) else {
      // The same as for an address that does not exist, so that trying reveals nothing.
      guard exchange.principal == nil else { throw Problem.notFound }
      throw AccessControl.unproven(exchange)
    }
    let context = try await host.context(for: exchange.visitor)
    let bytes = Array(try await DayExport.calendar(context).utf8)
    return Response(
      status: .ok,
      headers: [.contentType: "text/calendar; charset=utf-8", .eTag: EntityTag.of(bytes)],
      body: .init(byteBuffer: ByteBuffer(bytes: bytes))
    )
  }
}
