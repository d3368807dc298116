import Driver
import Foundation
import Testing

/// A program that ends by a fault of its own is counted, by its name and the signal's.
@Suite struct CrashTests {
  private func crash(_ person: Person) throws {
    // As the unit of systemd sets it: Swift's own handler would examine the process for a while.
    let daemon = try DaemonProcess(person, ["--port", "0"], ["SWIFT_BACKTRACE": "enable=no"])
    _ = try daemon.port()
    daemon.signal(SIGSEGV)
    _ = daemon.end()
  }

  @Test func `H-22: a crash is counted by program and signal, and shown`() throws {
    let person = try Person()
    try person.ask("add", "A secret habit")
    try crash(person)
    try person.ask("check", "A secret habit")
    let shown = try person.run("telemetry", "show").output
    for word in ["trellis.crashes", "trellisd", "SIGSEGV"] {
      #expect(shown.contains(word), "\(shown)")
    }
    #expect(!shown.contains("secret"))
    #expect(try files(of: person).filter { $0.contains("crashes") }.isEmpty)
  }

  @Test func `H-22: switched off, no crash is noted`() throws {
    let person = try Person()
    try person.ask("add", "A secret habit")
    try person.ask("telemetry", "off")
    try crash(person)
    #expect(try files(of: person).filter { $0.contains("telemetry") }.isEmpty)
  }

  private func files(of person: Person) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: person.home.path)
  }
}
