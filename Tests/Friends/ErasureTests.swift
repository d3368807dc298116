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
      for suffix in ["", "-wal"] {
        try AtomicFile.write(
          try FileContents.read("\(folder)/friends.db\(suffix)"),
          to: "\(folder)/backup.db\(suffix)"
        )
      }
      try await bench.store.deletePost(gone.id, by: ann)
      try await bench.store.takeDown(page.id, by: ann)
      // The backup is put in place; the ledger beside it is as new as ever.
      let ledger = "\(folder)/friends.db.erased.log"
      let restored = try FriendStore("\(folder)/backup.db", takedowns: ledger, clock: bench.clock)
      #expect(try await restored.publicPage(page.code) != nil)
      #expect(try await restored.applyTakedowns() == 2)
      #expect(try await restored.applyTakedowns() == 0)
      #expect(try await restored.feed(of: bob).posts.map(\.id) == [kept.id])
      #expect(try await restored.publicPages(of: ann).map(\.id) == [shown.id])
      #expect(try await restored.publicPage(page.code) == nil)
      // It has hashes of random ids, and days.
      let text = String(decoding: try FileContents.read(ledger), as: UTF8.self)
      #expect(!text.contains("\(gone.id)") && !text.contains("\(page.code)"))
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
      try await bench.store.erase(ann)
      try await bench.store.erase(ann)
      #expect(Set(try await bench.store.accounts()) == [bob, cleo])
      #expect(try await bench.store.person(of: ann) == nil)
      #expect(try await bench.store.friends(of: bob).map(\.person.name) == ["Cleo"])
      #expect(try await bench.store.feed(of: bob).posts.map(\.id) == [ofBob])
      #expect(try await bench.store.feed(of: bob).posts.first?.reactions.isEmpty == true)
      #expect(try await bench.store.notices(of: bob).allSatisfy { $0.person.name != "Ann" })
      #expect(try await bench.store.blocked(by: cleo).isEmpty)
      for suffix in ["", "-wal"] {
        let bytes = try FileContents.read("\(bench.folder)/friends.db\(suffix)")
        #expect(!String(decoding: bytes, as: UTF8.self).contains("Philippa"), "\(suffix)")
      }
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
      #expect(ofAnn.invitations.map(\.state) == [.used])
      let ofBob = try await bench.store.export(bob)
      #expect(ofBob.reactions.map(\.reaction) == [.sprout])
      #expect(ofBob.reactions.map(\.to) == ["Ann"])
      #expect(try await bench.store.export(cleo).name == nil)
    }
  }

  @Test func `codes are kept as hashes, and the file for its owner alone`() async throws {
    try await withBench { bench in
      try await bench.name(ann)
      let code = try await bench.store.invite(by: ann).code
      for suffix in ["", "-wal"] {
        let text = String(
          decoding: try FileContents.read("\(bench.folder)/friends.db\(suffix)"),
          as: UTF8.self
        )
        #expect(!text.contains(code))
      }
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
