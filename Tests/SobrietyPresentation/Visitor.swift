import Commands
import Core
import Pages
import Presentation
import SobrietyContract
import SobrietyDomain
import Terminal
import TestKit

@testable import SobrietyPresentation

/// A user with a browser, with the real module as backend.
///
/// It is Saturday, 2026-11-21, 18:00 in Vienna, unless told.
actor Visitor: SpaceClient {
  private let harness: Harness
  nonisolated let now: Instant
  nonisolated let calendar: LocalCalendar

  init(at time: String = "2026-11-21T18:00:00+01:00") throws {
    guard let now = Instant(rfc3339: time) else { throw NotFound() }
    let zone = try Zone(identifier: "Europe/Vienna")
    self.now = now
    calendar = LocalCalendar(zone: zone)
    harness = Harness(SobrietyModule.self, now: now, calendar: calendar)
  }

  nonisolated var principal: Principal { .owner }
  nonisolated var today: Day { calendar.day(at: now) }

  func ask<Q: Query>(_ query: Q) async throws -> Q.Reply { try harness.ask(query) }
  func send<C: Command>(_ command: C) async throws -> Outcome<C.Reply> {
    try harness.outcome(of: command)
  }
  func run<Answer: Sendable>(
    _ body: @escaping @Sendable (any SpaceScope) throws -> Answer
  ) async throws -> Outcome<Answer> {
    try harness.run(body)
  }

  func mark(_ status: SoberStatus, ago: Int = 0, drinks: Int? = nil) throws {
    let day = today.advanced(by: -ago)
    try harness.when(MarkDay(day: day, status: status, drinks: drinks))
  }

  /// Lets time pass for what is marked from now on.
  func wait(seconds: Int64) { harness.now = harness.now.advanced(bySeconds: seconds) }

  func timer() throws -> SoberTimer { try harness.ask(SobrietyOf()).timer }

  nonisolated var context: PageContext {
    PageContext(
      product: Product(
        name: "sample",
        title: "Sample",
        summary: "",
        modules: [SobrietyModule.self],
        policies: Policies(),
        voice: Voice(),
        theme: .standard
      ),
      settings: [],
      now: now,
      calendar: calendar,
      space: self
    )
  }

  nonisolated private func request(
    _ query: [String: String],
    _ parameters: [String: String]
  ) -> PageRequest {
    PageRequest(
      context: context,
      parameters: parameters,
      query: query,
      path: "/sober",
      contributions: Contributions([SobrietyPresentation.self], for: context.product),
      protection: FormProtection(token: "token")
    )
  }

  /// Returns the markup of a page.
  nonisolated func look(
    at path: String,
    _ query: [String: String] = [:],
    _ parameters: [String: String] = [:]
  ) async throws -> String {
    guard let page = SobrietyPresentation.pages.first(where: { $0.path == path }) else {
      throw NotFound()
    }
    return try await page.body(request(query, parameters)).body.markup
  }

  /// Submits a form, which has two fields of its own before the given ones.
  nonisolated func submit(_ action: String, _ fields: [String: String]) async throws -> ActionResult
  {
    guard let action = SobrietyPresentation.actions.first(where: { $0.name == action }) else {
      throw NotFound()
    }
    let own = ["token": ["token"], "back": ["/sober"]]
    let all = own.merging(fields.mapValues { [$0] }) { $0 + $1 }
    return try await action.run(FormFields(all), context)
  }

  /// Returns the status of a day.
  func day(ago: Int) throws -> SoberDay? {
    let day = today.advanced(by: -ago)
    return try harness.ask(SoberDays(from: day, to: day)).first
  }
}

extension String {
  /// Returns the number of occurrences of `part`.
  func count(of part: String) -> Int { ranges(of: part).count }

  /// Returns the markup around the tile of a day.
  func tile(_ day: Day) -> String? {
    guard let range = firstRange(of: day.words + ":") else { return nil }
    let start = self[..<range.lowerBound].ranges(of: "<td").last?.lowerBound ?? startIndex
    let end = self[range.upperBound...].firstRange(of: "</td>")?.lowerBound ?? endIndex
    return String(self[start..<end])
  }
}
