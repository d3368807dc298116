import Core
import FileSystem
import Friends
import Glibc
import StoreTesting
import Testing

@Suite struct ErasureTests {
  @Test func `what was taken down since a backup stays down once that is restored`() async throws {
    try await withFolder { folder in
      let bench = try FriendBench(folder)
      try await bench.name(ann, bob)
      try await bench.befriend(ann, bob)
      let (gone, kept) = (try await bench.share().post, try await bench.share("other").post)
      let page = try await bench.publish().page
      let shown = try await bench.publish(name: "Ann").page
      try bench.backUp()
      try await bench.store.deletePost(gone.id, by: ann)
      try await bench.store.takeDown(page.id, by: ann)
      let restored = try bench.restored()
      #expect(try await restored.publicPage(page.code) != nil)
      #expect(try await restored.applyTakedowns() == 2)
      #expect(try await restored.applyTakedowns() == 0)
      #expect(try await restored.feed(of: bob).posts.map(\.id) == [kept.id])
      #expect(try await restored.publicPages(of: ann).map(\.id) == [shown.id])
      #expect(try await restored.publicPage(page.code) == nil)
      // It has hashes of random ids, and days.
      let text = String(decoding: try FileContents.read(bench.ledger), as: UTF8.self)
      #expect(!text.contains("\(gone.id)") && !text.contains("\(page.code)"))
    }
  }

  @Test func `what was shared of a deleted habit is taken down, and nothing else`() async throws {
    try await withBench { bench in
      try await bench.name(ann, bob)
      try await bench.befriend(ann, bob)
      let (gone, kept) = (EntityID(rawValue: 5), EntityID(rawValue: 6))
      let post = try await bench.share(key(gone), title: "Philippa").post
      try await bench.share(key(kept), title: "Reading")
      let page = try await bench.publish(key(gone), title: "Philippa").page
      let ofBob = try await bench.publish(key(gone), by: bob).page
      try await bench.store.react(.fire, to: post.id, by: bob)
      #expect(try bench.spot.stored("friends.db").contains(Array("Philippa".utf8)))
      let store = bench.store
      #expect(try await store.takeDown(milestonesOf: [gone], in: "sober", by: ann) == 0)
      #expect(try await store.takeDown(milestonesOf: [gone], in: "streaks", by: ann) == 2)
      #expect(try await store.takeDown(milestonesOf: [gone], in: "streaks", by: ann) == 0)
      #expect(try await store.feed(of: bob).posts.map(\.achievement.title) == ["Reading"])
      #expect(try await store.publicPage(page.code) == nil)
      #expect(try await store.publicPage(ofBob.code) == ofBob)
      let bytes = try bench.spot.stored("friends.db")
      #expect(!bytes.contains(Array("Philippa".utf8)))
    }
  }

  @Test func `what went with a deleted habit stays down once a backup is restored`() async throws {
    try await withFolder { folder in
      let bench = try FriendBench(folder)
      try await bench.name(ann, bob)
      try await bench.befriend(ann, bob)
      let gone = EntityID(rawValue: 5)
      try await bench.share(key(gone))
      let page = try await bench.publish(key(gone)).page
      try bench.backUp()
      try await bench.store.takeDown(milestonesOf: [gone], in: "streaks", by: ann)
      let restored = try bench.restored()
      #expect(try await restored.applyTakedowns() == 2)
      #expect(try await restored.feed(of: bob).posts.isEmpty)
      #expect(try await restored.publicPage(page.code) == nil)
    }
  }

  private func key(_ entity: EntityID) -> String {
    Achievement.key(product: "streaks", of: entity, level: 7)
  }

  @Test func `who parted since a backup stays parted once that is restored`() async throws {
    try await withFolder { folder in
      let bench = try FriendBench(folder)
      try await bench.name(ann, bob, cleo)
      for (a, b) in [(ann, bob), (ann, cleo), (bob, cleo)] { try await bench.befriend(a, b) }
      try bench.backUp()
      try await bench.store.remove(try await bench.id(bob), by: ann)
      try await bench.store.block(try await bench.id(cleo), by: ann)
      let restored = try bench.restored()
      #expect(try await restored.friends(of: ann).count == 2)
      #expect(try await restored.applyTakedowns() == 2)
      #expect(try await restored.friends(of: ann).isEmpty)
      #expect(try await restored.friends(of: bob).map(\.person.name) == ["Cleo"])
      #expect(try await restored.blocked(by: ann).map(\.person.name) == ["Cleo"])
      #expect(try await restored.blocked(by: cleo).isEmpty)
      // Those who make up are not parted again.
      bench.pass(seconds: 1)
      let code = try await restored.invite(by: bob).code
      _ = try await restored.accept(code, by: ann)
      #expect(try await restored.applyTakedowns() == 0)
      #expect(try await restored.friends(of: ann).map(\.person.name) == ["Bob"])
    }
  }

  @Test func `an invitation that was used or withdrawn since a backup is good no more`()
    async throws
  {
    try await withFolder { folder in
      let bench = try FriendBench(folder)
      try await bench.name(ann, bob, cleo)
      let (used, withdrawn, open) = (
        try await bench.store.invite(by: ann), try await bench.store.invite(by: ann),
        try await bench.store.invite(by: ann)
      )
      try bench.backUp()
      _ = try await bench.store.accept(used.code, by: bob)
      try await bench.store.revokeInvitation(withdrawn.invitation.id, by: ann)
      let restored = try bench.restored()
      #expect(try await restored.applyTakedowns() == 2)
      for code in [used.code, withdrawn.code] {
        let error = await refusal { try await restored.accept(code, by: cleo) }
        #expect(error?.code == "bad-invitation")
      }
      _ = try await restored.accept(open.code, by: cleo)
    }
  }

  @Test func `who became a friend is one, and the code is noted at the next start if not before`()
    async throws
  {
    try await withFolder { folder in
      let bench = try FriendBench(folder)
      try await bench.name(ann, bob, cleo)
      let code = try await bench.store.invite(by: ann).code
      try bench.backUp()
      // As after a crash in between, and on a full disk: the ledger has nothing of it.
      #expect(mkdir(bench.ledger, 0o700) == 0)
      _ = try await bench.store.accept(code, by: bob)
      #expect(rmdir(bench.ledger) == 0)
      #expect(try await bench.store.friends(of: bob).map(\.person.name) == ["Ann"])
      #expect(try await bench.store.applyTakedowns() == 0)
      #expect(try await bench.store.applyTakedowns() == 0)
      let text = String(decoding: try FileContents.read(bench.ledger), as: UTF8.self)
      #expect(text.split(separator: "\n").count == 2)
      let restored = try bench.restored()
      #expect(try await restored.applyTakedowns() == 1)
      let error = await refusal { try await restored.accept(code, by: cleo) }
      #expect(error?.code == "bad-invitation")
    }
  }

  @Test func `with an account goes all that is kept of it, at others too`() async throws {
    try await withBench { bench in
      try await bench.name(ann, bob, cleo)
      try await bench.befriend(ann, bob)
      try await bench.befriend(bob, cleo)
      let ofAnn = try await bench.share(title: "Philippa").post.id
      let ofBob = try await bench.share("other", by: bob).post.id
      try await bench.store.react(.fire, to: ofBob, by: ann)
      try await bench.store.react(.fire, to: ofAnn, by: bob)
      try await bench.store.deliver()
      try await bench.store.block(try await bench.id(ann), by: cleo)
      try await bench.publish(title: "Philippa")
      let person = try await bench.id(ann)
      #expect(try await bench.store.notices(of: bob).contains { $0.person.name == "Ann" })
      #expect(try await bench.store.blocked(by: cleo).count == 1)
      #expect(try bench.spot.stored("friends.db").contains(Array("Philippa".utf8)))
      try await bench.store.erase(ann)
      try await bench.store.erase(ann)
      #expect(Set(try await bench.store.accounts()) == [bob, cleo])
      #expect(try await bench.store.person(of: ann) == nil)
      #expect(try await bench.store.friends(of: bob).map(\.person.name) == ["Cleo"])
      #expect(try await bench.store.feed(of: bob).posts.map(\.id) == [ofBob])
      #expect(try await bench.store.feed(of: bob).posts.first?.reactions.isEmpty == true)
      #expect(try await bench.store.notices(of: bob).allSatisfy { $0.person.name != "Ann" })
      #expect(try await bench.store.blocked(by: cleo).isEmpty)
      let bytes = try bench.spot.stored("friends.db")
      #expect(!bytes.contains(Array("Philippa".utf8)))
      #expect(!bytes.contains(withUnsafeBytes(of: person.rawValue.bigEndian) { [UInt8]($0) }))
    }
  }

  @Test func `a person is given what is kept of them`() async throws {
    try await withBench { bench in
      try await bench.name(ann, bob)
      try await bench.befriend(ann, bob)
      let id = try await bench.share(title: "Running", text: "Hello").post.id
      try await bench.store.react(.sprout, to: id, by: bob)
      let ofAnn = try await bench.store.export(ann)
      #expect(ofAnn.name == "Ann")
      #expect(ofAnn.friends.map(\.name) == ["Bob"])
      #expect(ofAnn.posts.map(\.text) == ["Hello"])
      let received = ofAnn.posts.flatMap(\.reactions)
      #expect(received.map(\.from) == ["Bob"])
      #expect(received.map(\.reaction) == [.sprout])
      #expect(ofAnn.posts.map(\.done) == [7])
      #expect(ofAnn.invitations.map(\.state) == [.used])
      #expect(ofAnn.since == "2026-11-20T12:00:00Z")
      let ofBob = try await bench.store.export(bob)
      #expect(ofBob.reactions.map(\.reaction) == [.sprout])
      #expect(ofBob.reactions.map(\.to) == ["Ann"])
      #expect(try await bench.store.export(cleo).name == nil)
    }
  }

  @Test func `a person is given the notices that they have received`() async throws {
    try await withBench { bench in
      try await bench.name(ann, bob)
      try await bench.befriend(ann, bob)
      let id = try await bench.share(title: "Running").post.id
      try await bench.store.react(.sprout, to: id, by: bob)
      try await bench.store.deliver()
      try await bench.store.markSeen(upTo: 1, by: ann)
      let ofAnn = try await bench.store.export(ann).notices
      #expect(ofAnn.map(\.kind) == [.friend, .reaction])
      #expect(ofAnn.map(\.from) == ["Bob", "Bob"])
      #expect(ofAnn.map(\.reaction) == [nil, .sprout])
      #expect(ofAnn.map(\.seenAt) == ["2026-11-20T12:00:00Z", nil])
      // What is no longer shown is stored all the same.
      try await bench.store.setHidden(true, try await bench.id(ann), by: bob)
      let ofBob = try await bench.store.export(bob).notices
      #expect(ofBob.map(\.kind) == [.post])
      #expect(ofBob.map(\.post) == ["Running"])
    }
  }

  @Test func `codes are kept as hashes, and the file for its owner alone`() async throws {
    try await withBench { bench in
      try await bench.name(ann)
      let code = try await bench.store.invite(by: ann).code
      let bytes = try bench.spot.stored("friends.db")
      #expect(!bytes.contains(Array(code.utf8)))
      #expect(bytes.contains(Array("Ann".utf8)))
      guard bench.spot.database == nil else { return }
      var info = stat()
      #expect(stat("\(bench.folder)/friends.db", &info) == 0)
      #expect(info.st_mode & 0o777 == 0o600)
    }
  }

  @Test func `a file of another program is refused and left as it is`() async throws {
    try await withFolder { folder in
      let bytes = Array(String(repeating: "letter ", count: 999).utf8)
      try AtomicFile.write(bytes, to: "\(folder)/friends.db")
      let error = await refusal { try FriendBench(folder) }
      #expect(error?.code == "store-foreign")
      #expect(error?.message.contains("friendships") == true)
      #expect(try FileContents.read("\(folder)/friends.db") == bytes)
    }
  }
}
