import PostgreSQL
import Testing

@testable import PostgreSQLJournal

/// How the connections of a program share the wait for a server.
@Suite struct PostgreSQLConnectingTests {
  private let outage = Outage()
  private let error = PostgreSQLError(.unreachable, "the server is down")
  /// The time at which nobody has to wait for the next attempt any longer.
  private let later: Int64 = 5_000

  @Test func `while a server is there, everybody connects`() {
    #expect(outage.connects(at: 0))
    #expect(outage.connects(at: 0))
  }

  @Test func `while a server is away, one at a time tries, and the others wait for it`() {
    #expect(outage.note(error, at: 0) == 0)
    #expect(outage.waits(at: 0))
    #expect(outage.connects(at: 100))
    #expect(outage.waits(at: 100))
    #expect(outage.note(error, at: 100) == 100)
    #expect(outage.connects(at: 200))
    outage.end()
    #expect(outage.connects(at: 201))
    #expect(outage.connects(at: 201))
  }

  @Test func `nobody waits longer than the outage may last`() {
    _ = outage.note(error, at: 0)
    #expect(outage.connects(at: later))
    #expect(outage.waits(at: later, patience: 6000))
    #expect(outage.fails(at: later, patience: 5000))
    #expect(outage.note(error, at: later) == later)
    #expect(outage.fails(at: later, patience: 5000))
  }

  @Test(arguments: [(0, 50), (1600, 200), (60_000, 1000)])
  func `attempts become rarer while a server stays away`(age: Int64, pause: Int64) {
    _ = outage.note(error, at: 0)
    _ = outage.note(error, at: age)
    #expect(outage.waits(at: age + pause / 2 - 1, patience: 100_000))
    #expect(outage.connects(at: age + pause))
  }

  @Test func `other settings for another server know nothing of an outage`() {
    var settings = PostgreSQLSettings(connection: "host=one")
    let copy = settings
    _ = settings.outage.note(error, at: 0)
    #expect(copy.outage.waits(at: 0))
    settings.connection = "host=two"
    #expect(settings.outage.connects(at: 0))
  }
}

extension Outage {
  fileprivate func connects(at now: Int64) -> Bool {
    if case .connect = turn(at: now, patience: 5000) { true } else { false }
  }

  fileprivate func waits(at now: Int64, patience: Int = 5000) -> Bool {
    if case .wait = turn(at: now, patience: patience) { true } else { false }
  }

  fileprivate func fails(at now: Int64, patience: Int) -> Bool {
    if case .fail = turn(at: now, patience: patience) { true } else { false }
  }
}
