import Driver
import Foundation
import Testing

/// The calendar to which programs subscribe.
@Suite struct CalendarTests {
  private let monday = "2026-03-02T08:00:00Z"

  /// What a program without any session gets from an address.
  private func read(_ address: String) throws -> String {
    let url = try #require(URL(string: address))
    let host = "\(try #require(url.host)):\(try #require(url.port))"
    let head = "GET \(url.path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n"
    return try LocalHTTP(UInt16(try #require(url.port)), head).readAll()
  }

  @Test
  func `X-14 a calendar program subscribes to what was done, until the address is taken back`()
    throws
  {
    let person = try Person()
    try person.ask("init", "--product", "hobbyist", "--time-zone", "UTC", now: monday)
    try person.ask("add", "Read", now: monday)
    #expect(try person.refusal("daemon", "calendar", now: monday) == "daemon-not-running")
    let daemon = try DaemonProcess(person, now: monday)
    _ = try daemon.port()
    let first = try person.run("daemon", "calendar", now: monday).output
      .trimmingCharacters(in: .newlines)
    #expect(try read(first).hasPrefix("HTTP/1.1 200"))
    #expect(try !read(first).contains("BEGIN:VEVENT"))
    try person.ask("check", "Read", now: monday)
    let text = try eventually("the check is not in the calendar") {
      let text = try read(first)
      return text.contains("BEGIN:VEVENT") ? text : nil
    }
    #expect(text.contains("SUMMARY:Read\r\n") && text.contains("DTSTART;VALUE=DATE:20260302\r\n"))
    // The same address until it is renewed, after a restart too.
    #expect(try person.ask("daemon", "calendar", now: monday).text("address") == first)
    let second = try #require(
      try person.ask("daemon", "calendar", "--renew", now: monday).text("address")
    )
    #expect(second != first)
    #expect(try read(first).hasPrefix("HTTP/1.1 401"))
    #expect(try read(second).hasPrefix("HTTP/1.1 200"))
    try person.ask("daemon", "calendar", "--off", now: monday)
    #expect(try read(second).hasPrefix("HTTP/1.1 401"))
  }
}
