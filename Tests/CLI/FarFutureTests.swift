import Driver
import Testing

/// Whatever the clock says, what is written can be read.
@Suite struct FarFutureTests {
  @Test func `a day after the year 9999 is kept and read back`() throws {
    let person = try Person()
    try person.ask("init", "--time-zone", "Europe/Vienna", now: "2026-03-01T09:00:00Z")
    try person.ask("add", "Read", now: "2026-03-01T09:00:00Z")
    // In Vienna it is the first day of the year 10000 already.
    try person.ask("add", "Run", now: "9999-12-31T23:30:00Z")
    for command in [["today"], ["week"], ["history"], ["export"], ["verify"], ["doctor"]] {
      let outcome = try person.run(command, now: "9999-12-31T23:30:00Z")
      #expect(outcome.status == 0, "\(command): \(outcome.error)")
    }
    #expect(try person.run("list", now: "2026-03-01T09:00:00Z").output.contains("Run"))
  }
}
