import Testing

@testable import Core
@testable import TimeZones

@Suite struct ZoneTests {
  @Test(arguments: ["UTC", "Etc/UTC", "GMT"])
  func `UTC needs no database`(name: String) throws {
    let zone = try Zone(identifier: name, in: ZoneDatabase(folder: "/nowhere"))
    #expect(zone.identifier == name)
    #expect(zone.localSeconds(at: Instant(milliseconds: -1)) == -1)
    #expect(zone.instant(on: Day(number: 1), secondOfDay: 60) == Instant(seconds: 86_460))
  }

  @Test(arguments: [
    "", "/", "/etc/localtime", "..", "../zoneinfo/Europe/Vienna", "Europe/../UTC", "Europe/./Paris",
    "Europe//Vienna", "Europe/", "Europe/Vienna\0", "Europe\\Vienna", "localtime", "posixrules",
    "zone.tab", "Europe", "Mars/Phobos", "UTC+2", "CET-1CEST,M3.5.0,M10.5.0/3", "Öland",
    String(repeating: "a", count: 300),
  ])
  func `what is not a zone is refused`(name: String) throws {
    let refusal = #expect(throws: DomainError.self) { try Zone(identifier: name) }
    #expect(refusal?.code == "unknown-time-zone")
  }

  @Test(.enabled(if: ZoneDatabase.shared.contains("Europe/Vienna")))
  func `a refusal tells the nearest zone or the form`() {
    func message(_ name: String) -> String? {
      #expect(throws: DomainError.self) { try Zone(identifier: name) }?.message
    }
    #expect(
      message("europe/vienna")
        == "There is no time zone 'europe/vienna'. Did you mean Europe/Vienna?"
    )
    #expect(message("New York")?.hasSuffix("Did you mean America/New_York?") == true)
    #expect(message("Mars/Phobos")?.contains("Area/City") == true)
  }

  @Test func `a zone that is not installed is nil, like one that cannot be used`() {
    #expect(Zone(installed: "UTC") == .utc)
    for name in ["Mars/Phobos", "../zoneinfo/Europe/Vienna", ""] {
      #expect(Zone(installed: name) == nil)
    }
  }

  @Test func `an unknown name is an error without a search, which is made when it is read`() throws
  {
    let folder = try SampleFolder(["zone.tab": Array("XX\t+0000+00000\tTest/Zone\n".utf8)])
    defer { folder.remove() }
    let database = ZoneDatabase(folder: folder.path)
    let error = #expect(throws: ZoneError.self) { try database.table(of: "Elsewhere/Zone") }
    #expect(error == .unknown("Elsewhere/Zone", folder: folder.path))
    #expect(database.advice(for: "Elsewhere/Zone") == .nearest("Test/Zone"))
  }

  @Test func `a missing database is told`() {
    let database = ZoneDatabase(folder: "/nowhere")
    let refusal = #expect(throws: DomainError.self) {
      try Zone(identifier: "Europe/Vienna", in: database)
    }
    #expect(refusal?.code == "unknown-time-zone")
    #expect(refusal?.message.contains("tzdata") == true)
  }

  @Test func `zones are told apart by name and coded as it`() throws {
    let zone = try Zone(identifier: "Etc/UTC")
    #expect(zone != .utc)
    #expect(Set([zone, .utc, try Zone(identifier: "UTC")]).count == 2)
    #expect(try JSON.encode([zone]) == Array(#"["Etc/UTC"]"#.utf8))
    #expect(try JSON.decode([Zone].self, from: Array(#"["GMT"]"#.utf8))[0].identifier == "GMT")
    #expect(throws: DomainError.self) {
      try JSON.decode([Zone].self, from: Array(#"["Mars/Phobos"]"#.utf8))
    }
  }

  @Test func `a zone is read once`() throws {
    let folder = try SampleFolder(["Test/Zone": SampleTZif(offsets: [3600], footer: "AAA-1").bytes])
    defer { folder.remove() }
    let database = ZoneDatabase(folder: folder.path)
    let first = try database.table(of: "Test/Zone")
    folder.remove()
    #expect(try database.table(of: "Test/Zone") === first)
  }

  @Test func `damaged and leap-counting files are refused with words`() throws {
    let folder = try SampleFolder([
      "Damaged": SampleTZif(offsets: []).bytes, "Text": Array("hello".utf8),
      "Leap": SampleTZif(leapSeconds: [(78_796_800, 1)]).bytes,
    ])
    defer { folder.remove() }
    let database = ZoneDatabase(folder: folder.path)
    for (name, code) in [
      ("Damaged", "damaged-time-zone"), ("Text", "unknown-time-zone"),
      ("Leap", "unknown-time-zone"),
    ] {
      let refusal = #expect(throws: DomainError.self) { try Zone(identifier: name, in: database) }
      #expect(refusal?.code == code)
    }
  }

  @Test func `a time in a gap is the first after it, one that comes twice the earlier`() throws {
    let zone = try SampleFolder.vienna()
    let spring = try #require(Day("2026-03-29"))
    let change = try #require(Instant(rfc3339: "2026-03-29T01:00:00Z"))
    #expect(zone.instant(on: spring, secondOfDay: 7199) == change.advanced(bySeconds: -1))
    for second in [7200, 9000, 10_799, 10_800] {
      #expect(zone.instant(on: spring, secondOfDay: second) == change)
    }
    #expect(zone.instant(on: spring, secondOfDay: 10_801) == change.advanced(bySeconds: 1))
    let autumn = try #require(Day("2026-10-25"))
    let twice = zone.instant(on: autumn, secondOfDay: 9000)
    #expect(twice.rfc3339(in: zone) == "2026-10-25T02:30:00+02:00")
    #expect(zone.instant(on: autumn, secondOfDay: 10_800).seconds == twice.seconds + 5400)
  }

  @Test(.enabled(if: ZoneDatabase.shared.contains("Pacific/Apia")))
  func `a day that an island left out begins when the next one does`() throws {
    let zone = try Zone(identifier: "Pacific/Apia")
    let missing = try #require(Day("2011-12-30"))
    let start = zone.instant(on: missing, secondOfDay: 0)
    #expect(start.rfc3339(in: zone) == "2011-12-31T00:00:00+14:00")
    #expect(zone.instant(on: missing, secondOfDay: 86_399) == start)
    #expect(zone.instant(on: missing.advanced(by: 1), secondOfDay: 0) == start)
  }

  @Test func `the self-test passes here and finds wrong data`() throws {
    #expect(throws: Never.self) { try Zone.selfTest() }
    #expect(throws: Never.self) {
      try ClockSelfTest(database: ZoneDatabase(folder: "/nowhere")).run()
    }
    let folder = try SampleFolder(["Europe/Vienna": SampleTZif(footer: "GMT0").bytes])
    defer { folder.remove() }
    let refusal = #expect(throws: DomainError.self) {
      try ClockSelfTest(database: ZoneDatabase(folder: folder.path)).run()
    }
    #expect(refusal?.code == "wrong-time-zone-data")
  }
}
