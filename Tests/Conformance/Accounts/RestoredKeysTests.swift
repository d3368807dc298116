import Driver
import Foundation
import Testing

/// The keys of a sealed account on a server that was restored from a backup: `trellis` and
/// `trellis-server` as built.
@Suite(.serialized) struct RestoredKeysTests {
  private static let password = "correct horse battery"

  /// Runs a command that asks for the password.
  private func proven(_ person: Person, _ words: String...) throws {
    let outcome = try person.run(words + ["--json"], input: RestoredKeysTests.password)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
  }

  private func signIn(_ person: Person, _ server: ServerProcess, _ command: String...) throws {
    let words = ["--email", "ada@example.org", "--password-stdin", "--json"]
    let outcome = try person.run(
      ["sync"] + command + [server.address()] + words,
      input: RestoredKeysTests.password
    )
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
  }

  private func add(_ title: String, on person: Person) throws {
    try person.ask("add", title, "--every", "daily")
    try person.ask("sync", "now")
  }

  @Test func `S-01: two devices that have each made a new key read each other's entries`() throws {
    let server = try ServerProcess()
    let backup = "\(server.folder.path)/backups"
    let (laptop, phone) = (try Person(), try Person())
    try laptop.ask("init", "--product", "streaks", "--time-zone", "UTC")
    try signIn(laptop, server, "signup", "--sealed")
    try add("Read", on: laptop)
    try signIn(phone, server, "login")
    try server.run("backup", backup)
    try proven(laptop, "sync", "devices", "--revoke-all", "--password-stdin")
    try add("Piano", on: laptop)
    server.stop()
    try server.run("restore", backup)
    try server.start()
    // The restored server knows the phone again, and neither the laptop's key nor what it sealed.
    try proven(phone, "sync", "devices", "--revoke-all", "--password-stdin")
    try add("Run", on: phone)
    #expect(try laptop.run("sync", "now").status == 1)
    try signIn(laptop, server, "login")
    #expect(try laptop.ask("today").items().count == 3)
    // What the laptop has sent waits for its key, instead of being stored unread.
    #expect(try phone.run("sync", "now").status == 1)
    #expect(try phone.ask("sync", "status").text("state") == "key-needed")
    try proven(phone, "sync", "recover", "--phrase-stdin")
    try phone.ask("sync", "now")
    #expect(try phone.ask("today").items().count == 3)
    try laptop.ask("sync", "now")
    #expect(try phone.run("export").output == laptop.run("export").output)
    for person in [laptop, phone] { #expect(try person.ask("verify").number("signed") != nil) }
  }
}
