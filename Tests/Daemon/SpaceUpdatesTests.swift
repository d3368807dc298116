import Driver
import Foundation
import Testing

/// Changes that others make, as connected clients see them.
@Suite struct SpaceUpdatesTests {
  @Test func `a check on the command line is told to open pages`() throws {
    let person = try Person()
    try person.ask("init", "--time-zone", Noon.zone)
    try person.ask("add", "Read")
    let daemon = try DaemonProcess(person)
    let live = try daemon.get("/api/v1/events", keep: true)
    _ = try live.read { $0.contains("\r\n\r\n") }
    try person.ask("check", "Read")
    #expect(try live.read { $0.contains("event: changed") }.contains("id: "))
    let today = try daemon.get("/api/v1/today").readAll()
    #expect(today.contains("\"done\":1,"))
  }

  @Test func `the end of the day is told to open pages`() throws {
    let person = try Person()
    try person.ask("init", "--time-zone", "Pacific/Auckland", now: "2026-03-01T09:00:00Z")
    try person.ask("add", "Read", now: "2026-03-01T09:00:00Z")
    let (daemon, live) = try beforeTheDayEnds { seconds in
      // At 11 it is midnight in that zone.
      try DaemonProcess(person, now: "2026-03-01T10:59:\(60 - seconds)Z+")
    } prepare: { daemon in
      let live = try daemon.get("/api/v1/events", keep: true)
      _ = try live.read { $0.contains("\r\n\r\n") }
      return try daemon.get("/api/v1/today").readAll().contains("2026-03-01") ? live : nil
    }
    _ = try live.read { $0.contains("event: changed") }
    let today = try daemon.get("/api/v1/today").readAll()
    #expect(today.contains("2026-03-02"))
  }

  @Test func `a restored backup is what is served from then on`() throws {
    let person = try Person()
    try person.ask("add", "Read")
    let backup = person.home.appendingPathComponent("backup.db").path
    try person.ask("backup", backup)
    try person.ask("add", "Walk")
    let daemon = try DaemonProcess(person)
    #expect(try daemon.get("/api/v1/today").readAll().contains("Walk"))
    try person.ask("restore", backup)
    _ = try eventually("the backup is not served: \(daemon.words)") { () -> Bool? in
      guard let today = try? daemon.get("/api/v1/today").readAll() else { return nil }
      return today.contains("Read") && !today.contains("Walk") ? true : nil
    }
  }
}
