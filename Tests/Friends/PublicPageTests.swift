import Core
import Friends
import StoreTesting
import Testing

@Suite struct PublicPageTests {
  @Test func `a page is found by its code, needs no name among friends, and tells what was found`()
    async throws
  {
    try await withBench { bench in
      let (page, isNew) = try await bench.publish(title: "Running", name: " Ann\u{1B} B. ")
      #expect(isNew)
      #expect(page.name == "Ann B.")
      #expect(page.madeAt == noon)
      #expect(page.achievement == bench.achievement("Running"))
      #expect(try await bench.store.publicPage(page.code) == page)
      #expect(try await bench.store.person(of: ann) == nil)
      // What tells pages apart in a form does not show them.
      let other = PublicPageCode(rawValue: page.id.rawValue)
      #expect(try await bench.store.publicPage(other) == nil)
      #expect(try await bench.store.publicPage(PublicPageCode(rawValue: 0)) == nil)
    }
  }

  @Test func `the same again is the same page, and in other words another one`() async throws {
    try await withBench { bench in
      let first = try await bench.publish()
      let again = try await bench.publish(name: "  ")
      #expect(again.page == first.page)
      #expect(!again.isNew)
      bench.pass(seconds: 60)
      let named = try await bench.publish(name: "Ann")
      bench.pass(seconds: 60)
      let titled = try await bench.publish(title: "Running")
      #expect(named.isNew && titled.isNew)
      let pages = try await bench.store.publicPages(of: ann)
      #expect(pages == [titled.page, named.page, first.page])
      #expect(Set(pages.map(\.code)).count == 3)
      #expect(try await bench.store.publicPages(of: bob).isEmpty)
    }
  }

  @Test func `its owner alone takes it down, and a new one has another address`() async throws {
    try await withBench { bench in
      let page = try await bench.publish().page
      #expect(
        await refusal { try await bench.store.takeDown(page.id, by: bob) } == .unknownPage
      )
      #expect(try await bench.store.publicPage(page.code) != nil)
      try await bench.store.takeDown(page.id, by: ann)
      #expect(try await bench.store.publicPage(page.code) == nil)
      #expect(
        await refusal { try await bench.store.takeDown(page.id, by: ann) } == .unknownPage
      )
      let anew = try await bench.publish()
      #expect(anew.isNew)
      #expect(anew.page.code != page.code)
    }
  }

  @Test func `pages that are made and taken down again are bounded by the day`() async throws {
    try await withBench({ $0.pagesADay = 2 }) { bench in
      for _ in 0..<2 {
        let page = try await bench.publish("a").page
        try await bench.store.takeDown(page.id, by: ann)
      }
      #expect(await refusal { try await bench.publish("a") } == .tooManyPagesToday(2))
      try await bench.publish("a", by: bob)
      bench.pass(seconds: 86_400)
      #expect(try await bench.publish("a").isNew)
      try await bench.store.erase(ann)
      #expect(try await bench.store.accounts() == [bob])
    }
  }

  @Test func `pages of an account are bounded, and names are short`() async throws {
    try await withBench({ $0.publicPages = 2 }) { bench in
      try await bench.publish("a")
      let second = try await bench.publish("b")
      #expect(await refusal { try await bench.publish("c") } == .tooManyPages(2))
      // The same again takes no room.
      #expect(try await bench.publish("b").page == second.page)
      try await bench.publish("c", by: bob)
      try await bench.store.takeDown(second.page.id, by: ann)
      let long = String(repeating: "x", count: Person.longestName + 1)
      #expect(await refusal { try await bench.publish("c", name: long) } == .badPageName)
      try await bench.publish("c", name: String(long.dropLast()))
    }
  }

  @Test func `a page goes with its account, also that of somebody without a name`() async throws {
    try await withBench { bench in
      try await bench.name(bob)
      let ofAnn = try await bench.publish(title: "Philippa").page
      let ofBob = try await bench.publish(name: "Bob", by: bob).page
      #expect(Set(try await bench.store.accounts()) == [ann, bob])
      #expect(try await bench.store.export(ann).publicPages.map(\.code) == [ofAnn.code])
      #expect(try await bench.store.export(bob).publicPages.map(\.name) == ["Bob"])
      #expect(try bench.spot.stored("friends.db").contains(Array("Philippa".utf8)))
      try await bench.store.erase(ann)
      #expect(try await bench.store.publicPage(ofAnn.code) == nil)
      #expect(try await bench.store.publicPage(ofBob.code) == ofBob)
      #expect(try await bench.store.accounts() == [bob])
      let bytes = try bench.spot.stored("friends.db")
      #expect(!bytes.contains(Array("Philippa".utf8)))
      try await bench.store.erase(bob)
      #expect(try await bench.store.publicPage(ofBob.code) == nil)
    }
  }
}

extension FriendBench {
  @discardableResult
  func publish(
    _ milestone: String = "streaks/1/7",
    title: String? = nil,
    unit: String = "day",
    name: String? = nil,
    by account: AccountID = ann
  ) async throws -> (page: PublicPage, isNew: Bool) {
    try await store.publish(
      NewPublicPage(
        achievement: achievement(title, unit: unit),
        name: name,
        milestone: milestone
      ),
      by: account
    )
  }
}
