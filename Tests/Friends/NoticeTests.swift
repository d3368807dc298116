import Core
import EngineDriving
import FileSystem
import Friends
import Locks
import StoreTesting
import Testing

@Suite struct NoticeTests {
  @Test func `a post whose delivery a crash cut short is delivered at the next start, once`()
    async throws
  {
    try await withFolder { folder in
      let bench = try FriendBench(folder)
      try await bench.name(ann, bob, cleo)
      try await bench.befriend(ann, bob)
      try await bench.befriend(ann, cleo)
      let post = try await bench.share().post
      // The files as they are on disk after a crash between the post and its delivery.
      for suffix in ["", "-wal"] {
        try AtomicFile.write(
          try FileContents.read("\(folder)/friends.db\(suffix)"),
          to: "\(folder)/copy.db\(suffix)"
        )
      }
      let store = try FriendStore("\(folder)/copy.db", clock: bench.clock)
      #expect(try await store.notices(of: bob).isEmpty)
      let told = SharedLocked<[DeliveredNotice]>([])
      for _ in 0..<3 {
        try await store.deliver { notices in told.withLock { $0 += notices } }
      }
      #expect(Set(told.withLock { $0 }.map(\.account)) == [bob, cleo])
      #expect(told.withLock { $0 }.count == 2)
      for account in [bob, cleo] {
        let notices = try await store.notices(of: account)
        #expect(notices.map(\.kind) == [.post])
        #expect(notices.map(\.post) == [post.id])
      }
    }
  }

  @Test func `reactions are told once, with what was said last`() async throws {
    try await withBench { bench in
      try await bench.name(ann, bob)
      try await bench.befriend(ann, bob)
      let id = try await bench.share().post.id
      for reaction: Reaction? in [.clap, nil, .fire] {
        try await bench.store.react(reaction, to: id, by: bob)
        try await bench.store.deliver()
      }
      let notices = try await bench.store.notices(of: ann)
      #expect(notices.map(\.kind) == [.friend, .reaction])
      #expect(notices.map(\.reaction) == [nil, .fire])
      #expect(try await bench.store.unseenNotices(of: ann) == 2)
      try await bench.store.markSeen(upTo: notices[0].number, by: ann)
      #expect(try await bench.store.unseenNotices(of: ann) == 1)
      try await bench.store.react(nil, to: id, by: bob)
      #expect(try await bench.store.notices(of: ann).map(\.kind) == [.friend])
      #expect(try await bench.store.unseenNotices(of: ann) == 0)
    }
  }

  @Test func `what is on its way to somebody who has parted does not arrive`() async throws {
    try await withBench { bench in
      try await bench.name(ann, bob)
      try await bench.befriend(ann, bob)
      let id = try await bench.share().post.id
      try await bench.store.react(.heart, to: id, by: bob)
      try await bench.store.remove(try await bench.id(bob), by: ann)
      try await bench.store.deliver()
      for account in [ann, bob] {
        #expect(try await bench.store.notices(of: account).isEmpty)
      }
      #expect(try await bench.store.feed(of: ann).posts.first?.reactions.isEmpty == true)
    }
  }

  @Test func `all that is new is found, however much it is`() async throws {
    let most = FriendStore.mostNotices + 20
    try await withBench({ $0.postsADay = most }) { bench in
      try await bench.name(ann, bob)
      try await bench.befriend(ann, bob)
      for number in 0..<most { try await bench.share("\(number)") }
      try await bench.store.deliver()
      #expect(try await bench.store.news(of: bob).map(\.number) == Array(1...most))
      try await bench.store.markSeen(upTo: 3, by: bob)
      #expect(try await bench.store.news(of: bob).map(\.number) == Array(4...most))
    }
  }

  @Test func `the latest notice of a person says since when a page may lack it`() async throws {
    try await withBench { bench in
      try await bench.name(ann, bob)
      #expect(try await bench.store.latestNotice(of: ann) == nil)
      try await bench.befriend(ann, bob)
      bench.clock.set(noon.advanced(bySeconds: 60))
      try await bench.share()
      try await bench.store.deliver()
      #expect(try await bench.store.latestNotice(of: bob) == noon.advanced(bySeconds: 60))
      #expect(try await bench.store.latestNotice(of: ann) == noon)
      #expect(try await bench.store.latestNotice(of: cleo) == nil)
    }
  }

  @Test func `a notice stands until the friends part, the post goes, or its author is hidden`()
    async throws
  {
    try await withBench { bench in
      try await bench.name(ann, bob, cleo)
      for friend in [bob, cleo] { try await bench.befriend(ann, friend) }
      let posts = [try await bench.share("1").post.id, try await bench.share("2").post.id]
      try await bench.store.deliver()
      #expect(try await bench.store.isStillTrue(1, of: bob))
      #expect(try await !bench.store.isStillTrue(3, of: bob))
      try await bench.store.deletePost(posts[0], by: ann)
      #expect(try await !bench.store.isStillTrue(1, of: bob))
      #expect(try await bench.store.isStillTrue(2, of: bob))
      try await bench.store.setHidden(true, try await bench.id(ann), by: bob)
      #expect(try await !bench.store.isStillTrue(2, of: bob))
      #expect(try await bench.store.isStillTrue(2, of: cleo))
      try await bench.store.remove(try await bench.id(cleo), by: ann)
      #expect(try await !bench.store.isStillTrue(2, of: cleo))
    }
  }

  @Test func `notices are numbered for each person, and the oldest go`() async throws {
    try await withBench({ $0.notices = 3 }) { bench in
      try await bench.name(ann, bob)
      try await bench.befriend(ann, bob)
      for number in 0..<5 { try await bench.share("\(number)") }
      try await bench.store.deliver()
      #expect(try await bench.store.notices(of: bob).map(\.number) == [3, 4, 5])
      #expect(try await bench.store.notices(of: bob, after: 4).map(\.number) == [5])
    }
  }
}
