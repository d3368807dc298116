import Driver
import Foundation
import Testing

/// Linking a home to an account, with what was there before: `trellis` and `trellis-server` as
/// built.
@Suite(.serialized) struct LinkingTests {
  private static let password = "correct horse battery"

  /// A person's device with some habits.
  private func device(_ habits: String...) throws -> Person {
    let person = try Person()
    try person.ask("init", "--product", "streaks", "--time-zone", "UTC")
    for habit in habits { try person.ask("add", habit, "--every", "daily") }
    return person
  }

  /// Signs up or logs in.
  private func link(
    _ person: Person,
    _ command: String,
    _ server: ServerProcess,
    _ options: String...,
    email: String = "ada@example.org"
  ) throws -> Person.Outcome {
    try person.run(
      ["sync", command, server.address(), "--password-stdin", "--email", email] + options,
      input: LinkingTests.password
    )
  }

  @Test(arguments: ["login", "signup"])
  func `K-10: a device is signed in again although no sync has noticed that it was signed out`(
    _ command: String
  ) throws {
    let server = try ServerProcess()
    let (laptop, phone) = (try device("Run"), try Person())
    #expect(try link(laptop, "signup", server).status == 0)
    #expect(try link(phone, "login", server).status == 0)
    let early = try link(phone, command, server)
    #expect(
      early.status == 1 && early.error.asOneLine.contains("linked to an account already"),
      "\(early)"
    )
    try laptop.ask("sync", "devices", "--revoke-all")
    #expect(try phone.refusal("sync", "devices") == "signed-out")
    let again = try link(phone, command, server)
    #expect(again.status == 0, "\(again)")
    #expect(try phone.ask("sync", "status").text("state") == "in-sync")
  }

  @Test func `K-10: all other devices are signed out, also if one of them is named beside`() throws
  {
    let server = try ServerProcess()
    let (laptop, phone, tablet) = (try device("Run"), try Person(), try Person())
    #expect(try link(laptop, "signup", server).status == 0)
    for person in [phone, tablet] { #expect(try link(person, "login", server).status == 0) }
    let ids = try laptop.ask("sync", "devices").items().texts("id")
    #expect(ids.count == 3)
    // The one that has signed in last.
    let named = try #require(ids.first)
    let left = try laptop.ask("sync", "devices", "--revoke", named, "--revoke-all")
    #expect(left.items().count == 1)
  }

  @Test func `K-10: signing up with an account that is there asks before two histories are merged`()
    throws
  {
    let server = try ServerProcess()
    let (laptop, phone) = (try device("Run"), try device("Swim"))
    #expect(try link(laptop, "signup", server).status == 0)
    let asked = try link(phone, "signup", server)
    #expect(asked.status == 1, "\(asked)")
    #expect(asked.error.asOneLine.contains("You have an account there already."), "\(asked)")
    #expect(try phone.ask("sync", "status").text("state") == "unlinked")
    #expect(try laptop.ask("sync", "devices").items().count == 1)
    let merged = try link(phone, "signup", server, "--merge")
    #expect(merged.status == 0, "\(merged)")
    #expect(try phone.ask("today").items().count == 2)
  }

  @Test func `K-10: the first times on a new device are those of the zone that came along`() throws
  {
    let server = try ServerProcess()
    let laptop = try Person()
    try laptop.ask("init", "--product", "streaks", "--time-zone", "Asia/Tokyo")
    #expect(try link(laptop, "signup", server).status == 0)
    let linked = try link(Person(), "login", server, "--json")
    let last = try linked.document().part("sync").text("lastSuccess")
    #expect(last?.hasSuffix("+09:00") == true, "\(linked)")
  }

  @Test func `S-01: the link for a new password leads to a product that its owner uses`() throws {
    let server = try ServerProcess(products: ["streaks", "sober"])
    let person = try Person()
    try person.ask("init", "--product", "sober", "--time-zone", "UTC")
    let address = server.address("sober")
    let made = try person.run(
      ["sync", "signup", address, "--password-stdin", "--email", "ada@example.org"],
      input: LinkingTests.password
    )
    #expect(made.status == 0, "\(made)")
    let told = try server.run("reset-password", "ada@example.org")
    #expect(told.contains("\(address)/reset?token="), "\(told)")
  }

  @Test func `K-10: a new account says that it got what was synchronized with another one`() throws
  {
    let server = try ServerProcess()
    let laptop = try device("Run")
    #expect(try link(laptop, "signup", server).status == 0)
    try laptop.ask("add", "Swim", "--every", "daily")
    let left = try laptop.run("sync", "logout").output.asOneLine
    #expect(left.contains("1 entry was not sent and is here alone"), "\(left)")
    let moved = try link(laptop, "signup", server, email: "bob@example.org")
    #expect(moved.status == 0, "\(moved)")
    let words = moved.output.asOneLine
    #expect(words.contains("was synchronized with ada@example.org before."), "\(words)")
    #expect(words.contains("The account has all of it now."), "\(words)")
  }

  @Test func `S-01: another account with the address of a sealed one can be linked by a code`()
    throws
  {
    let (server, other) = (try ServerProcess(), try ServerProcess())
    let (laptop, phone) = (try device("Run"), try Person())
    #expect(try link(laptop, "signup", server, "--sealed").status == 0)
    #expect(try link(phone, "signup", other).status == 0)
    try laptop.ask("sync", "logout")
    let refused = try link(laptop, "login", other)
    #expect(refused.status == 1, "\(refused)")
    #expect(refused.error.asOneLine.contains("Nothing was sent. If this is another account"))
    #expect(refused.error.asOneLine.contains("by adding --code"), "\(refused)")
  }

  @Test func `S-01: the password of an account that was sealed here is not sent to sign up`() throws
  {
    let server = try ServerProcess()
    let laptop = try device("Run")
    #expect(try link(laptop, "signup", server, "--sealed").status == 0)
    try laptop.ask("sync", "logout")
    let refused = try link(laptop, "signup", server)
    #expect(refused.status == 1, "\(refused)")
    #expect(refused.error.asOneLine.contains("no server must get its password"), "\(refused)")
    // It may be erased by now, from elsewhere.
    #expect(refused.error.asOneLine.contains("device in: trellis sync login"), "\(refused)")
    #expect(try link(laptop, "login", server).status == 0)
  }

  @Test func `S-01: the password of a sealed account is not sent to sign up on another device`()
    throws
  {
    let server = try ServerProcess()
    #expect(try link(device("Run"), "signup", server, "--sealed").status == 0)
    let phone = try Person()
    let refused = try link(phone, "signup", server)
    #expect(refused.status == 1, "\(refused)")
    let words = refused.error.asOneLine
    #expect(words.contains("There is an account with this address already. It is sealed"))
    #expect(try link(phone, "login", server).status == 0)
  }

  @Test func `S-01: a home in which nothing was entered takes over the product of the account`()
    throws
  {
    let server = try ServerProcess()
    #expect(try link(device("Run"), "signup", server).status == 0)
    let phone = try Person()
    // Without a product chosen, both show that of the first in the list.
    try phone.run("today")
    #expect(try phone.ask("sync", "status").text("state") == "unlinked")
    let linked = try link(phone, "login", server)
    #expect(linked.status == 0, "\(linked)")
    #expect(try phone.ask("today").items().texts("title") == ["Run"])
    let other = try Person()
    try other.ask("add", "Paint", "--every", "daily")
    let refused = try link(other, "login", server)
    #expect(refused.error.asOneLine.contains("this home is kept with Hobbyist"), "\(refused)")
    #expect(refused.error.asOneLine.contains("trellis init --product streaks"), "\(refused)")
    try other.ask("init", "--product", "streaks")
    #expect(try link(other, "login", server, "--merge").status == 0)
  }

  @Test func `K-10: a home that cannot be opened leaves no device behind in the account`() throws {
    let server = try ServerProcess()
    let (laptop, phone) = (try device("Run"), try device("Swim"))
    #expect(try link(laptop, "signup", server).status == 0)
    for name in ["space.db-wal", "space.db-shm"] {
      try? FileManager.default.removeItem(at: phone.home.appendingPathComponent(name))
    }
    try Data("no journal".utf8).write(to: phone.home.appendingPathComponent("space.db"))
    let refused = try link(phone, "login", server, "--merge")
    #expect(refused.status == 1, "\(refused)")
    #expect(try laptop.ask("sync", "devices").items().count == 1)
  }

  @Test func `K-10: what friends of another account get to see is said before and after`() throws {
    let server = try ServerProcess()
    let (laptop, phone) = (try device("Run"), try device("Swim"))
    #expect(try link(laptop, "signup", server).status == 0)
    try laptop.ask("friends", "share", "Run", "--with-title")
    try laptop.ask("sync", "logout")
    #expect(try link(phone, "signup", server, email: "bob@example.org").status == 0)
    let asked = try link(laptop, "login", server, email: "bob@example.org").error.asOneLine
    #expect(asked.contains("Friends of the account will see the streak of “Run”."), "\(asked)")
    let told = try link(laptop, "login", server, "--merge", email: "bob@example.org")
    #expect(told.status == 0, "\(told)")
    let words = told.output.asOneLine
    #expect(words.contains("Friends see the streak of “Run” from now on"), "\(words)")
  }

  @Test func `K-10: habits of one title are offered to be joined if they count the same`() throws {
    let server = try ServerProcess()
    let (laptop, phone) = (try device("Run"), try device("Run"))
    for (person, unit) in [(laptop, "pages"), (phone, "minutes")] {
      try person.ask("add", "Study", "--unit", unit, "--target", "20")
    }
    #expect(try link(laptop, "signup", server).status == 0)
    let words = try link(phone, "login", server, "--merge").output.asOneLine
    #expect(words.contains("“Run” is there twice. To join them: trellis join "), "\(words)")
    #expect(words.contains("“Study” is there twice, and each counts something else"), "\(words)")
    #expect(words.components(separatedBy: "trellis join ").count == 2, "\(words)")
  }
}
