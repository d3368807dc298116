import Driver
import Foundation
import Testing

/// How a person and an operator see whether a history is to be trusted: `trellis` and
/// `trellis-server` as built.
@Suite(.serialized) struct TrustTests {
  private static let future = ISO8601DateFormatter().string(
    from: Date(timeIntervalSinceNow: 5 * 86_400)
  )

  private static let password = "correct horse battery"

  /// A device with a habit, linked to a new account.
  private func device(_ server: ServerProcess, _ options: String...) throws -> Person {
    let person = try Person()
    try person.ask("init", "--product", "streaks", "--time-zone", "UTC")
    try person.ask("add", "Read", "--every", "daily")
    let signup = ["sync", "signup", server.address(), "--password-stdin"]
    let outcome = try person.run(
      signup + ["--email", "ada@example.org"] + options,
      input: TrustTests.password
    )
    #expect(outcome.status == 0, "\(outcome)")
    return person
  }

  @Test func `K-12: what was in sync is compared with what the server has signed`() throws {
    let server = try ServerProcess()
    let person = try device(server)
    // A refused entry has its place in the order, too.
    try person.ask("check", "Read", now: TrustTests.future)
    try person.ask("sync", "now")
    let signed = try #require(try person.ask("verify").number("signed"))
    #expect(signed > 1)
    let words = try person.run("verify").output
    #expect(words.contains("What was in sync is what the server has signed."), "\(words)")
    let alone = try Person()
    try alone.ask("init", "--product", "streaks")
    #expect(try alone.ask("verify").number("signed") == nil)
  }

  @Test func `K-12: encrypted entries are compared too, also after the key has changed`() throws {
    let server = try ServerProcess()
    let person = try device(server, "--sealed")
    let change = try person.run(
      ["sync", "password", "--password-stdin"],
      input: "\(TrustTests.password)\nanother horse battery"
    )
    #expect(change.status == 0, "\(change)")
    try person.ask("check", "Read")
    try person.ask("sync", "now")
    let signed = try #require(try person.ask("verify").number("signed"))
    #expect(signed > 1)
  }

  @Test func `K-12: an operator is told in words what looks unlike everyday use`() throws {
    let server = try ServerProcess()
    let person = try device(server)
    #expect(try server.run("flags").contains("nothing unusual"))
    try person.ask("check", "Read", now: TrustTests.future)
    try person.ask("sync", "now", now: TrustTests.future)
    #expect(try server.run("flags").contains("A device's clock is far off"))
  }
}
