import Driver
import Foundation
import Testing

/// Friends of several homes through a server: `trellis` and `trellis-server` as built.
@Suite(.serialized) struct FriendsTests {
  /// Somebody with an account and a week of reading.
  private struct Member {
    let life: Life

    init(_ name: String, _ server: ServerProcess, _ options: String...) throws {
      let now = ISO8601DateFormatter().string(from: Date())
      life = try Life("streaks", at: now)
      try life.bring([(title: "Read", days: Days.ending(String(now.prefix(10)), 7))])
      let outcome = try life.person.run(
        ["sync", "signup", server.address(), "--email", "\(name)@example.org"]
          + ["--password-stdin", "--json"] + options,
        input: "correct horse battery"
      )
      #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
    }

    func befriend(_ other: Member, as name: String, _ others: String) throws {
      let code = try life.ask("friends", "invite", "--name", name).text("code")
      try other.life.ask("friends", "accept", try #require(code), "--name", others)
    }

    func feed() throws -> [String: Any] { try life.ask("feed") }

    /// What was new since the last look, once it has come.
    func notices(_ count: Int) throws -> [[String: Any]] {
      var all: [[String: Any]] = []
      let end = ContinuousClock.now + .seconds(60)
      while all.count < count, ContinuousClock.now < end {
        all += try feed().items("notices")
        if all.count < count { usleep(50_000) }
      }
      return all
    }
  }

  @Test func `K-8: a milestone is posted, friends react, and its owner is told`() throws {
    let server = try ServerProcess()
    let (ann, bob) = (try Member("ann", server), try Member("bob", server))
    try ann.befriend(bob, as: "Ann", "Bob")
    let posted = try ann.life.ask("post", "Read", "--milestone", "7days", "--text", "One week!")
    #expect(posted.number("level") == 7)
    let post = try #require(try bob.feed().items().first)
    #expect(post.part("author").text("name") == "Ann")
    #expect(post.text("text") == "One week!")
    #expect(post.text("title") == nil)
    // The week came from another program.
    #expect(post.number("addedLater") == 7)
    let short = String(try #require(post.text("id")).prefix(8))
    try bob.life.ask("react", short, "🔥")
    let told = try ann.notices(2)
    #expect(told.texts("kind") == ["friend", "reaction"])
    #expect(told.last?.text("emoji") == "🔥")
    #expect(try ann.feed().items("notices").isEmpty)
    #expect(try ann.feed().items().first?.items("reactors").texts("name") == ["Bob"])
    #expect(try bob.life.see("react", short).contains("Your reaction is taken back."))
    #expect(try ann.feed().items().first?.items("reactors").isEmpty == true)
    #expect(try bob.life.see("react", short).asOneLine.contains("was nothing to take back"))
  }

  @Test func `K-8: friends see the current streak of a shared habit, as it is now`() throws {
    let server = try ServerProcess()
    let (ann, bob) = (try Member("ann", server), try Member("bob", server))
    try ann.befriend(bob, as: "Ann", "Bob")
    func seen() throws -> [[String: Any]] {
      try bob.life.ask("friends").items().first?.items("streaks") ?? []
    }
    #expect(try seen().isEmpty)
    try ann.life.ask("friends", "share", "Read", "--with-title")
    #expect(try seen().map { $0.number("current") } == [7])
    #expect(try seen().texts("title") == ["Read"])
    // Without a connection nothing is lost, and it holds once there is one.
    server.stop()
    let unshared = try ann.life.ask("friends", "unshare", "Read")
    #expect(unshared.flag("sent") == false)
    #expect(try bob.life.refused("friends").contains("cannot be reached"))
    try server.start()
    #expect(try seen().count == 1)
    try ann.life.ask("sync", "now")
    #expect(try seen().isEmpty)
  }

  @Test func `K-8: what is hidden on one device stays hidden, though another has just shared it`()
    throws
  {
    let server = try ServerProcess()
    let (ann, bob) = (try Member("ann", server), try Member("bob", server))
    try ann.befriend(bob, as: "Ann", "Bob")
    let phone = try Person()
    let linked = try phone.run(
      ["sync", "login", server.address(), "--email", "ann@example.org", "--password-stdin"],
      input: "correct horse battery"
    )
    #expect(linked.status == 0, "\(linked.output)\(linked.error)")
    func seen() throws -> [[String: Any]] {
      try bob.life.ask("friends").items().first?.items("streaks") ?? []
    }
    try ann.life.ask("friends", "share", "Read", "--with-title")
    #expect(try seen().texts("title") == ["Read"])
    // The phone has not heard of that yet.
    try phone.ask("friends", "unshare", "Read")
    #expect(try seen().isEmpty)
    try ann.life.ask("sync", "now")
    #expect(try ann.life.ask("friends", "shared").items().isEmpty)
  }

  @Test func `K-8: who invites or accepts somebody is told what friends see already`() throws {
    let server = try ServerProcess()
    let (ann, bob) = (try Member("ann", server), try Member("bob", server))
    try ann.life.ask("friends", "share", "Read", "--with-title")
    let invited = try ann.life.see("friends", "invite", "--name", "Ann").asOneLine
    #expect(invited.contains("Your friends see the streak of Read (with its name)."), "\(invited)")
    let code = try #require(try ann.life.ask("friends", "invite").text("code"))
    let accepted = try bob.life.see("friends", "accept", code, "--name", "Bob").asOneLine
    #expect(!accepted.contains("Your friends see"), "\(accepted)")
  }

  @Test func `K-8: dates of friends and devices are those of one's own time zone`() throws {
    let server = try ServerProcess()
    let (ann, bob) = (try Member("ann", server), try Member("bob", server))
    try ann.befriend(bob, as: "Ann", "Bob")
    // At any time it is another date in one of these than by UTC.
    for (member, zone) in [(ann, "Pacific/Kiritimati"), (bob, "Etc/GMT+12")] {
      try member.life.ask("settings", "time-zone", zone)
      let since = try #require(try member.life.ask("friends").items().first?.text("since"))
      #expect(try member.life.see("friends").contains(try day(of: since, in: zone)), "\(zone)")
      let device = try #require(try member.life.ask("sync", "devices").items().first)
      let signedIn = try day(of: try #require(device.text("createdAt")), in: zone)
      #expect(try member.life.see("sync", "devices").contains(signedIn), "\(zone)")
    }
  }

  /// The date in a time zone at an instant, which may have a fraction of a second.
  private func day(of instant: String, in zone: String) throws -> String {
    let whole = instant.replacing(#/\.[0-9]+/#, with: "")
    let writer = ISO8601DateFormatter()
    writer.formatOptions = [.withFullDate]
    let timeZone: TimeZone = try #require(TimeZone(identifier: zone))
    writer.timeZone = timeZone
    let date = try #require(ISO8601DateFormatter().date(from: whole), "\(instant)")
    return writer.string(from: date)
  }

  @Test func `K-8: who was removed, blocked or hidden is not told, and it holds at once`() throws {
    let server = try ServerProcess()
    let (ann, bob) = (try Member("ann", server), try Member("bob", server))
    let cleo = try Member("cleo", server)
    try ann.befriend(bob, as: "Ann", "Bob")
    try ann.befriend(cleo, as: "Ann", "Cleo")
    try ann.life.ask("post", "Read")
    let id = try #require(try bob.feed().items().first?.text("id"))
    try cleo.life.ask("friends", "hide", "ann")
    #expect(try cleo.feed().items().isEmpty)
    try ann.life.ask("friends", "remove", "bob")
    #expect(try bob.feed().items().isEmpty)
    #expect(try bob.life.ask("friends").items().isEmpty)
    #expect(try bob.life.refused("react", id, "👏").contains("No post"))
    try ann.life.ask("friends", "block", "Cleo")
    let code = try #require(try ann.life.ask("friends", "invite").text("code"))
    #expect(try cleo.life.refused("friends", "accept", code).contains("cannot be used"))
    #expect(try ann.life.ask("friends", "blocked").items().texts("name") == ["Cleo"])
  }

  @Test func `K-8: a server that is killed after a post delivers it at its next start, once`()
    throws
  {
    let server = try ServerProcess()
    let (ann, bob) = (try Member("ann", server), try Member("bob", server))
    try ann.befriend(bob, as: "Ann", "Bob")
    for round in 1...3 {
      try ann.life.ask("post", "Read", "--text", "Round \(round)")
      server.stop(hard: true)
      try server.start()
      #expect(try bob.notices(1).texts("kind") == ["post"])
      let posts = try bob.feed()
      #expect(posts.items().texts("text") == ["Round \(round)"])
      #expect(posts.items("notices").isEmpty)
      let id = try #require(posts.items().first?.text("id"))
      try bob.life.ask("react", id, "🎉")
      server.stop(hard: true)
      try server.start()
      #expect(try ann.notices(round == 1 ? 2 : 1).last?.text("kind") == "reaction")
      #expect(try ann.feed().items("notices").isEmpty)
      try ann.life.ask("post", "--delete", id)
    }
  }

  @Test func `K-8: of three friends one is removed and one was away while the server was killed`()
    throws
  {
    let server = try ServerProcess()
    let (ann, bob) = (try Member("ann", server), try Member("bob", server))
    let cleo = try Member("cleo", server)
    try ann.befriend(bob, as: "Ann", "Bob")
    try ann.befriend(cleo, as: "Ann", "Cleo")
    server.stop()
    #expect(try ann.life.refused("post", "Read").contains("Nothing was shared"))
    try server.start()
    try ann.life.ask("post", "Read", "--text", "Rain or shine")
    server.stop(hard: true)
    try server.start()
    try ann.life.ask("friends", "remove", "Cleo")
    #expect(try cleo.feed().items().isEmpty)
    #expect(try bob.notices(1).texts("kind") == ["post"])
    let id = try #require(try bob.feed().items().first?.text("id"))
    try bob.life.ask("react", id, "💪")
    server.stop(hard: true)
    try server.start()
    // What Cleo did is told no more.
    #expect(try ann.notices(2).texts("kind") == ["friend", "reaction"])
    #expect(try ann.feed().items().first?.items("reactors").texts("name") == ["Bob"])
  }

  @Test func `K-8: hiding and blocking can be taken back`() throws {
    let server = try ServerProcess()
    let (ann, bob) = (try Member("ann", server), try Member("bob", server))
    try ann.befriend(bob, as: "Ann", "Bob")
    try bob.life.ask("post", "Read", "--text", "One week!")
    try ann.life.ask("friends", "hide", "bob")
    #expect(try ann.feed().items().isEmpty)
    try ann.life.ask("friends", "unhide", "bob")
    #expect(try ann.feed().items().texts("text") == ["One week!"])
    try ann.life.ask("friends", "block", "bob")
    #expect(try ann.life.refused("friends", "unblock", "kim").contains("trellis friends blocked"))
    try ann.life.ask("friends", "unblock", "bob")
    #expect(try ann.feed().items().isEmpty)
    try ann.befriend(bob, as: "Ann", "Bob")
    #expect(try ann.feed().items().texts("text") == ["One week!"])
  }

  @Test func `K-8: what is mistyped is named, and where the right word stands`() throws {
    let server = try ServerProcess()
    let bob = try Member("bob", server)
    #expect(try bob.life.refused("react", "1").contains("trellis feed"))
    #expect(try bob.life.refused("friends", "revoke", "x").contains("friends invitations"))
    #expect(try bob.life.refused("friends", "remove", "kim").contains("trellis friends"))
  }

  @Test func `K-8: without an account, a connection or a server that reads it is said`()
    throws
  {
    let server = try ServerProcess()
    let alone = try Life("streaks", at: "2026-06-10T08:00:00Z")
    #expect(try alone.refused("friends").contains("not linked to an account"))
    let sealed = try Member("ann", server, "--sealed")
    #expect(try sealed.life.refused("post", "Read").contains("sealed"))
    #expect(try sealed.life.refused("friends", "share", "Read").contains("sealed"))
    let bob = try Member("bob", server)
    #expect(try bob.life.refused("friends", "invite").contains("--name"))
    try bob.life.ask("friends", "name", "Bob")
    try sealed.life.ask("friends", "name", "Ann")
    server.stop()
    #expect(try bob.life.refused("post", "Read").contains("Nothing was shared"))
  }

  @Test func `K-8: an invitation that fails changes nobody's name`() throws {
    let server = try ServerProcess()
    let (ann, bob) = (try Member("ann", server), try Member("bob", server))
    try ann.befriend(bob, as: "Ann", "Bob")
    let wrong = try bob.life.refused("friends", "accept", "K3T9A", "--name", "Robert")
    #expect(wrong.contains("cannot be used"))
    let long = String(repeating: "x", count: 41)
    #expect(try bob.life.refused("friends", "invite", "--name", long).contains("40 characters"))
    #expect(try ann.life.ask("friends").items().texts("name") == ["Bob"])
    #expect(try bob.life.ask("friends", "invitations").items().texts("state") == ["revoked"])
    let made = try bob.life.ask("friends", "invite", "--name", "Robert").text("id")
    #expect(try ann.life.ask("friends").items().texts("name") == ["Robert"])
    let id = try #require(made)
    let revoked = try bob.life.ask("friends", "revoke", String(id.prefix(8)))
    #expect(revoked.text("revoked") == id)
  }

  @Test func `K-8: a milestone is offered to friends in one line that can be typed`() throws {
    let server = try ServerProcess()
    let (bob, kim) = (try Member("bob", server), try Member("kim", server))
    let today = String(kim.life.instant.prefix(10))
    try bob.befriend(kim, as: "Bob", "Kim")
    try kim.life.bring([(title: "Run", days: Days.ending(Days.adding(-1, to: today), 6))])
    let words = try kim.life.see("check", "Run").asOneLine
    #expect(words.contains("trellis post Run --milestone 7"))
    try kim.life.ask("post", "Run", "--milestone", "7", "--with-title")
    #expect(try bob.feed().items().texts("title") == ["Run"])
  }

  @Test func `K-8: what a friend writes cannot command a terminal`() throws {
    let server = try ServerProcess()
    let (ann, bob) = (try Member("ann", server), try Member("bob", server))
    try ann.befriend(bob, as: "A\u{1B}]0;owned\u{7}nn", "Bob")
    try ann.life.ask("post", "Read", "--text", "x\u{1B}[2J\u{202E}y")
    let (feed, friends) = (try bob.life.see("feed"), try bob.life.see("friends"))
    #expect(feed.contains("x[2Jy") && friends.contains("A]0;ownednn"))
    for text in [feed, friends] {
      #expect(!text.unicodeScalars.contains { $0 == "\u{7}" || $0 == "\u{202E}" })
      #expect(!text.contains("\u{1B}[2J"))
    }
  }
}
