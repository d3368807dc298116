import Core
import Friends
import Testing

@Suite struct PostTests {
  @Test func `friends see a post with its grade of evidence, strangers and former friends none`()
    async throws
  {
    try await withBench { bench in
      try await bench.name(ann, bob, cleo)
      try await bench.befriend(ann, bob)
      let shared = try await bench.share(title: "Running", text: " Rain\u{1B} or shine ")
      #expect(shared.isNew)
      let post = try #require(try await bench.store.feed(of: bob).posts.first)
      #expect(post.achievement == bench.achievement("Running"))
      #expect(post.author.name == "Ann")
      #expect(post.text == "Rain or shine")
      #expect(!post.isOwn)
      #expect(try await bench.store.feed(of: cleo).posts.isEmpty)
      #expect(
        await refusal { try await bench.store.react(.fire, to: post.id, by: cleo) } == .unknownPost
      )
      #expect(
        await refusal { try await bench.store.account(of: post.author.id, for: cleo) }
          == .unknownPerson
      )
      try await bench.store.remove(try await bench.id(ann), by: bob)
      #expect(try await bench.store.feed(of: bob).posts.isEmpty)
      #expect(
        await refusal { try await bench.store.react(.fire, to: post.id, by: bob) } == .unknownPost
      )
      #expect(try await bench.store.feed(of: ann).posts.map(\.id) == [post.id])
    }
  }

  @Test func `the same milestone is shared once, however often it is sent`() async throws {
    try await withBench { bench in
      try await bench.name(ann)
      let first = try await bench.share()
      let again = try await bench.share()
      #expect(again.post.id == first.post.id)
      #expect(!again.isNew)
      #expect(await refusal { try await bench.share(text: "Hello") } == .alreadyPosted)
      try await bench.store.deletePost(first.post.id, by: ann)
      #expect(try await bench.share(text: "Hello").isNew)
      let long = String(repeating: "x", count: 281)
      #expect(await refusal { try await bench.share("streaks/1/30", text: long) } == .badText)
    }
  }

  @Test func `posts of a day are bounded, deleted ones too`() async throws {
    try await withBench({ $0.postsADay = 2 }) { bench in
      try await bench.name(ann)
      try await bench.share("a")
      let second = try await bench.share("b")
      try await bench.store.deletePost(second.post.id, by: ann)
      #expect(await refusal { try await bench.share("c") } == .tooManyPosts(2))
      bench.pass(seconds: 86_400)
      try await bench.share("c")
    }
  }

  @Test func `one reaction for each friend, which can be changed and taken back`() async throws {
    try await withBench { bench in
      try await bench.name(ann, bob, cleo)
      try await bench.befriend(ann, bob)
      try await bench.befriend(ann, cleo)
      let id = try await bench.share().post.id
      try await bench.store.react(.clap, to: id, by: bob)
      try await bench.store.react(.fire, to: id, by: bob)
      let seen = try await bench.store.react(.fire, to: id, by: cleo)
      #expect(seen.reactions == [ReactionCount(.fire, 2)])
      #expect(seen.ownReaction == .fire)
      // Bob and Cleo may not know each other.
      #expect(seen.reactors.isEmpty)
      let own = try #require(try await bench.store.feed(of: ann).posts.first)
      #expect(own.reactors.map(\.person.name) == ["Bob", "Cleo"])
      let less = try await bench.store.react(nil, to: id, by: bob)
      #expect(less.reactions == [ReactionCount(.fire, 1)])
      #expect(await refusal { try await bench.store.react(.fire, to: id, by: ann) } == .ownPost)
    }
  }

  @Test func `a feed goes on where a page ended, whatever was shared or deleted meanwhile`()
    async throws
  {
    try await withBench { bench in
      try await bench.name(ann, bob)
      try await bench.befriend(ann, bob)
      var ids: [PostID] = []
      for number in 0..<7 {
        ids.append(try await bench.share("\(number)", by: number % 2 == 0 ? ann : bob).post.id)
        // Two in the same instant.
        if number != 3 { bench.pass(seconds: 60) }
      }
      let first = try await bench.store.feed(of: bob, limit: 3)
      let cursor = try #require(first.next.flatMap { FeedCursor($0.description) })
      try await bench.share("new")
      try await bench.store.deletePost(try #require(first.posts.last).id, by: ann)
      let second = try await bench.store.feed(of: bob, after: cursor, limit: 10)
      #expect(second.next == nil)
      #expect(Set((first.posts + second.posts).map(\.id)) == Set(ids))
      #expect(first.posts.count + second.posts.count == 7)
    }
  }

  @Test func `who is hidden is not told, and is left out of the feed and the notices`()
    async throws
  {
    try await withBench { bench in
      try await bench.name(ann, bob)
      try await bench.befriend(ann, bob)
      let annID = try await bench.id(ann)
      try await bench.store.setHidden(true, annID, by: bob)
      try await bench.share()
      try await bench.store.deliver()
      #expect(try await bench.store.feed(of: bob).posts.isEmpty)
      #expect(try await bench.store.notices(of: bob).isEmpty)
      #expect(try await bench.store.friends(of: ann).map(\.isHidden) == [false])
      try await bench.store.setHidden(false, annID, by: bob)
      #expect(try await bench.store.feed(of: bob).posts.count == 1)
    }
  }

  @Test func `who is suspended stays hidden after checks that overlapped`() async throws {
    try await withBench { bench in
      try await bench.name(ann, bob)
      try await bench.befriend(ann, bob)
      try await bench.share()
      let store = bench.store
      for round in 1...20 {
        // Each of them read the accounts at another moment, around those of a suspension.
        try await withThrowingTaskGroup(of: Void.self) { group in
          for number in 1...8 {
            let suspended: Set<AccountID> = number.isMultiple(of: 2) ? [ann] : []
            group.addTask { try await store.hide(suspended: suspended) }
          }
          try await group.waitForAll()
        }
        try await store.hide(suspended: [ann])
        #expect(try await store.feed(of: bob).posts.isEmpty, "in round \(round)")
        try await store.hide(suspended: [])
        #expect(try await store.feed(of: bob).posts.count == 1, "in round \(round)")
      }
    }
  }
}
