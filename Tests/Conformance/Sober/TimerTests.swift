import Driver
import Foundation
import Testing

/// The live timer and its starting point.
@Suite struct TimerTests {
  private func sam(_ instant: String = "2026-03-10T08:00:00Z") throws -> Life {
    try Life("sober", zone: "Europe/Berlin", at: instant)
  }

  private func reading(_ sam: Life) throws -> [Int] {
    let timer = try sam.ask("sober", "timer")
    return ["days", "hours", "minutes", "seconds"].map { timer.number($0) ?? -1 }
  }

  @Test func `S-16 it counts days, hours, minutes and seconds, also while nothing runs`() throws {
    let sam = try sam()
    try sam.ask("sober", "mark")
    sam.pass(hours: 3, minutes: 4, seconds: 5)
    #expect(try reading(sam) == [0, 3, 4, 5])
    #expect(try sam.see("sober", "timer").contains("0d 03h 04m 05s"))
    #expect(try sam.see("sober").contains("0d 03h 04m 05s"))
    for _ in 0..<3 {
      sam.pass(days: 1)
      try sam.ask("sober", "mark")
    }
    #expect(try reading(sam) == [3, 3, 4, 5])
    #expect(try sam.ask("sober", "timer").flag("running") == true)
  }

  @Test func `S-16 an open timer ticks`() throws {
    let sam = try sam()
    try sam.ask("sober", "mark")
    sam.now = Date()
    try sam.ask("sober", "mark")
    let watch = try Watching(onTerminal: ["sober", "timer", "--watch"], sam)
    defer { watch.stop() }
    #expect(watch.waits(for: "2s", within: 15))
    #expect(watch.waits(for: "3s", within: 15))
  }

  @Test func `S-T1 after a day that was not sober it starts at the moment of marking`() throws {
    let sam = try sam("2026-03-09T20:00:00Z")
    try sam.ask("sober", "slip")
    try sam.at("2026-03-10T10:11:12Z")
    try sam.ask("sober", "mark")
    #expect(try sam.ask("sober", "timer").text("since") == "2026-03-10T11:11:12+01:00")
    sam.pass(hours: 1, minutes: 2, seconds: 3)
    #expect(try reading(sam) == [0, 1, 2, 3])
  }

  @Test func `S-T1 after a day that was not marked it starts at the moment of marking too`() throws
  {
    let sam = try sam("2026-03-10T10:11:12Z")
    try sam.ask("sober", "mark", "--day", "2026-03-08")
    try sam.ask("sober", "mark")
    #expect(try reading(sam) == [0, 0, 0, 0])
    sam.pass(minutes: 59)
    #expect(try reading(sam) == [0, 0, 59, 0])
  }

  @Test func `S-T1 marking again does not begin anew`() throws {
    let sam = try sam()
    try sam.ask("sober", "mark")
    sam.pass(hours: 5)
    try sam.ask("sober", "mark")
    #expect(try reading(sam) == [0, 5, 0, 0])
  }

  @Test func `S-T2 after a sober day it goes on from where the run began`() throws {
    let sam = try sam("2026-03-08T19:30:00Z")
    for _ in 0..<3 {
      try sam.ask("sober", "mark")
      sam.pass(days: 1)
    }
    // It is the evening of the 11th, not marked: zero. Marked later, it continues.
    #expect(try reading(sam) == [0, 0, 0, 0])
    try sam.ask("sober", "mark")
    #expect(try sam.ask("sober", "timer").text("since") == "2026-03-08T20:30:00+01:00")
    #expect(try reading(sam) == [3, 0, 0, 0])
  }

  @Test func `S-T3 a first day that was marked later counts from its local midnight`() throws {
    let sam = try sam("2026-03-10T10:00:00Z")
    try sam.ask("sober", "mark")
    #expect(try reading(sam) == [0, 0, 0, 0])
    for day in ["2026-03-09", "2026-03-08"] { try sam.ask("sober", "mark", "--day", day) }
    #expect(try sam.ask("sober", "timer").text("since") == "2026-03-08T00:00:00+01:00")
    #expect(try reading(sam) == [2, 11, 0, 0])
  }

  @Test func `S-T3 a gap that is closed later starts the timer at the joined run`() throws {
    let sam = try sam("2026-03-06T18:00:00Z")
    try sam.ask("sober", "mark")
    try sam.at("2026-03-08T09:00:00Z")
    try sam.ask("sober", "mark")
    #expect(try reading(sam) == [0, 0, 0, 0])
    try sam.ask("sober", "mark", "--day", "yesterday")
    // The run now begins on the 6th, which was marked on that day at 19:00.
    #expect(try sam.ask("sober", "timer").text("since") == "2026-03-06T19:00:00+01:00")
    #expect(try reading(sam) == [1, 15, 0, 0])
  }

  @Test(arguments: ["unmarked", "slip", "clear"])
  func `S-T4 it is zero while today is not marked sober`(today: String) throws {
    let sam = try sam()
    for day in Days.ending("2026-03-09", 5) { try sam.ask("sober", "mark", "--day", day) }
    if today != "unmarked" { try sam.ask("sober", "mark") }
    if today == "slip" { try sam.ask("sober", "slip", "--drinks", "1") }
    if today == "clear" { try sam.ask("sober", "clear") }
    #expect(try reading(sam) == [0, 0, 0, 0])
    #expect(try sam.ask("sober", "timer").flag("running") == false)
    #expect(try sam.see("sober", "timer").contains("0d 00h 00m 00s"))
    try sam.ask("sober", "mark")
    #expect(try reading(sam)[0] == 5)
  }

  @Test(arguments: [
    ("2026-03-28T12:00:00Z", "2026-03-29T12:00:00Z", [1, 0, 0, 0]),
    ("2026-10-24T22:30:00Z", "2026-10-25T22:30:00Z", [1, 0, 0, 0]),
  ])
  func `S-16 it counts real time through a change of the clocks`(
    from: String,
    to: String,
    elapsed: [Int]
  ) throws {
    let sam = try sam(from)
    try sam.ask("sober", "mark")
    try sam.at(to)
    try sam.ask("sober", "mark")
    #expect(try reading(sam) == elapsed)
  }

  @Test func `S-T3 the midnight before a change of the clocks has its own offset`() throws {
    let sam = try sam("2026-03-30T10:00:00Z")
    for day in ["2026-03-29", "2026-03-30"] { try sam.ask("sober", "mark", "--day", day) }
    // From 00:00 +01:00 of the 29th, a day of 23 hours, to noon of the 30th.
    #expect(try sam.ask("sober", "timer").text("since") == "2026-03-29T00:00:00+01:00")
    #expect(try reading(sam) == [1, 11, 0, 0])
  }
}
