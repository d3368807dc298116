import Core
import Foundation
import HTTPTypes
import LeakCheck
import Pages
import Testing

@testable import HTTPServing
@testable import Web

/// The calendar that programs of this machine subscribe to.
@Suite(.leavesNothingBehind) struct CalendarTests {
  private let machine = "127.0.0.1:\(World.port)"
  private let sign: HTTPFields = [
    .contentType: "application/json", .authorization: "Bearer \(World.token)",
  ]

  private func control(_ world: World, _ wish: String) async throws -> Answer {
    try await world.askAsStranger(
      .post,
      "/control/calendar",
      host: machine,
      sign,
      body: #"{"wish":"\#(wish)"}"#
    )
  }

  private func path(_ world: World) throws -> String {
    try #require(world.configuration.calendar.path)
  }

  @Test func `without an address nobody can read it, and a wrong one is answered like no page`()
    async throws
  {
    let world = try await World.open()
    #expect(world.configuration.calendar.path == nil)
    let nothing = try await world.askAsStranger(.get, "/nothing", host: machine)
    for wrong in ["/calendar/.ics", "/calendar/x.ics", "/calendar/"] {
      let answer = try await world.askAsStranger(.get, wrong, host: machine)
      #expect(answer.status == nothing.status && answer.body == nothing.body, "\(wrong)")
    }
    _ = try await world.submit("shell.calendar-on", back: "/settings/calendar")
    let token = try path(world)
    for wrong in ["\(token.dropLast(5)).ics", "\(token.dropLast(4))", "\(token)x"] {
      let answer = try await world.askAsStranger(.get, wrong, host: machine)
      #expect(answer.status == nothing.status && answer.body == nothing.body, "\(wrong)")
      #expect(try await world.ask(.get, wrong).status == 404)
    }
  }

  @Test func `whoever has the address reads the calendar, and nothing else`() async throws {
    let world = try await World.open()
    _ = try await world.submit("shell.calendar-on", back: "/settings/calendar")
    let path = try path(world)
    #expect(path.utf8.count > 32 && path.hasSuffix(".ics"))
    for host in [machine, World.authority] {
      let answer = try await world.askAsStranger(.get, path, host: host)
      #expect(answer.status == 200)
      #expect(answer[.contentType] == "text/calendar; charset=utf-8")
      #expect(answer.body.hasPrefix("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"))
      #expect(answer.body.hasSuffix("END:VCALENDAR\r\n"))
      #expect(!answer.body.contains(World.name))
    }
    #expect(
      try await world.askAsStranger(.get, path, host: "evil.example:\(World.port)").status == 403
    )
    #expect(try await world.askAsStranger(.post, path, host: machine).status != 200)
    let key = path.dropFirst("/calendar/".count).dropLast(4)
    #expect(try await world.askAsStranger(.get, "/today?key=\(key)", host: machine).status == 401)
  }

  @Test func `a program that has it is told so by its tag`() async throws {
    let world = try await World.open()
    _ = try await world.submit("shell.calendar-on", back: "/settings/calendar")
    let path = try path(world)
    let first = try await world.askAsStranger(.get, path, host: machine)
    let tag = try #require(first[.eTag])
    let again = try await world.askAsStranger(.get, path, host: machine, [.ifNoneMatch: tag])
    #expect(again.status == 304 && again.body.isEmpty && again[.eTag] == tag)
    let other = try await world.askAsStranger(.get, path, host: machine, [.ifNoneMatch: #""x""#])
    #expect(other.status == 200 && other.body == first.body)
    #expect(try await world.askAsStranger(.head, path, host: machine)[.eTag] == tag)
  }

  @Test func `a new address takes the place of the old one, and it can be turned off`() async throws
  {
    let world = try await World.open()
    let on = try await control(world, "on")
    #expect(on.status == 200)
    let first = try path(world)
    #expect(on.body.contains(first.replacing("/", with: "\\/")) || on.body.contains(first))
    #expect(try await control(world, "on").body == on.body)
    _ = try await world.submit("shell.calendar-renew", back: "/settings/calendar")
    let second = try path(world)
    #expect(try await world.askAsStranger(.get, first, host: machine).status == 401)
    #expect(try await world.askAsStranger(.get, second, host: machine).status == 200)
    #expect(try await control(world, "off").body == "{}")
    #expect(try await world.askAsStranger(.get, second, host: machine).status == 401)
    // A browser changes it by forms alone, and a stranger by nothing.
    let json: HTTPFields = [.contentType: "application/json"]
    let browser = try await world.ask(.post, "/control/calendar", json, body: #"{"wish":"on"}"#)
    #expect(browser.status == 401)
    let stranger = try await world.askAsStranger(.post, "/control/calendar", json, body: "{}")
    #expect(stranger.status == 401 && world.configuration.calendar.path == nil)
  }

  @Test func `the page tells the address by the machine's number`() async throws {
    let world = try await World.open()
    #expect(try await world.ask(.get, "/settings").body.contains("/settings/calendar"))
    #expect(try await world.ask(.get, "/settings/calendar").body.contains("Make an address"))
    _ = try await world.submit("shell.calendar-on", back: "/settings/calendar")
    let body = try await world.ask(.get, "/settings/calendar").body
    #expect(body.contains("http://127.0.0.1:\(World.port)\(try path(world))"))
    #expect(try await world.askAsStranger(.get, "/settings/calendar").status == 401)
  }

  @Test func `the token is kept in a private file`() throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("calendar-\(UUID().uuidString).json").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let feed = CalendarFeed(path: file)
    try feed.turnOn()
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(CalendarFeed(path: file).path == feed.path)
    try feed.turnOff()
    #expect(CalendarFeed(path: file).path == nil)
    // One that others could have read or written is not taken.
    try feed.turnOn()
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
    #expect(CalendarFeed(path: file).path == nil)
  }
}
