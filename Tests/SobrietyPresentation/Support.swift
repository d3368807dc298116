import Commands
import Core
import Foundation
import Presentation
import SobrietyContract
import SobrietyDomain
import Terminal
import Testing
import TestKit

/// A user in Vienna on Saturday, 2026-11-21, at 18:00.
struct Person {
  let harness: Harness
  let zone: Zone

  init() throws {
    zone = try Zone(identifier: "Europe/Vienna")
    harness = Harness(
      SobrietyModule.self,
      now: try #require(Instant(rfc3339: "2026-11-21T18:00:00+01:00")),
      calendar: LocalCalendar(zone: zone)
    )
  }

  var today: Day { harness.calendar.day(at: harness.now) }

  @discardableResult
  func mark(
    _ status: SoberStatus,
    ago: Int = 0,
    drinks: Int? = nil,
    of substance: String? = nil
  ) throws -> MarkedDay {
    let day = today.advanced(by: -ago)
    let command = MarkDay(substance: substance, day: day, status: status, drinks: drinks)
    return try harness.when(command)
  }

  var sobriety: Sobriety {
    get throws { try harness.ask(SobrietyOf()) }
  }

  func days(_ count: Int) throws -> [SoberDay] {
    try harness.ask(SoberDays(from: today.advanced(by: 1 - count), to: today))
  }

  func context(_ profile: TerminalProfile = .file, voice: Voice = Voice()) -> CommandContext {
    let product = Product(
      name: "sample",
      title: "Sample",
      summary: "",
      modules: [SobrietyModule.self],
      policies: Policies(),
      voice: voice,
      theme: .standard
    )
    return CommandContext(
      product: product,
      settings: [],
      now: harness.now,
      calendar: harness.calendar,
      screen: Screen(profile),
      format: .text,
      space: ClosedSpace()
    )
  }
}

/// A space that fails every request, since views receive all their data.
private struct ClosedSpace: StubbedSpace {
  struct Closed: Error {}

  func reply<R: Request>(to request: R) throws -> R.Reply { throw Closed() }
}

extension CommandContext {
  func draw(_ views: [any View]) -> String {
    views.map { screen.render($0.lines(on: screen)) }.joined()
  }
}

/// Returns a document as another program parses it.
func parsed(_ document: some Encodable) throws -> [String: Any] {
  let data = Data(try JSON.pretty(document).utf8)
  return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
}
