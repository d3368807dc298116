import Core
import ServerStorage
import Testing

@testable import Friends

/// A habit whose rhythm changed reaches the same number in days and in weeks.
@Suite struct MilestoneUnitTests {
  private static let habit = EntityID(rawValue: 5)

  @Test func `a milestone in weeks is another one than in as many days`() async throws {
    try await withBench { bench in
      try await bench.name(ann)
      let days = try await bench.share(in: "day")
      let weeks = try await bench.share(in: "week")
      #expect(days.isNew && weeks.isNew)
      #expect(try await bench.share(in: "week").post.id == weeks.post.id)
      #expect(
        try await bench.store.feed(of: ann).posts.map(\.achievement.unit).sorted()
          == ["day", "week"]
      )
      #expect(try await bench.publish(in: "day").isNew)
      let page = try await bench.publish(in: "week")
      #expect(page.isNew)
      #expect(try await bench.publish(in: "week").page == page.page)
      #expect(try await bench.takeDown(MilestoneUnitTests.habit) == 4)
    }
  }

  @Test func `weeks that an earlier version shared without their unit leave room for days`()
    async throws
  {
    try await withBench { bench in
      try await bench.name(ann)
      let weeks = try await bench.share(in: "week").post
      let page = try await bench.publish(in: "week").page
      try await bench.forgetUnits()
      #expect(try await bench.share(in: "day").isNew)
      #expect(try await bench.publish(in: "day").isNew)
      #expect(try await bench.share(in: "week").post.id == weeks.id)
      #expect(try await bench.publish(in: "week").page == page)
      #expect(try await bench.takeDown(MilestoneUnitTests.habit) == 4)
    }
  }

  @Test func `what an earlier version shared without its unit goes with its habit`() async throws {
    try await withBench { bench in
      try await bench.name(ann)
      try await bench.share(in: "week")
      try await bench.publish(in: "week")
      try await bench.forgetUnits()
      #expect(try await bench.takeDown(EntityID(rawValue: 6)) == 0)
      #expect(try await bench.takeDown(MilestoneUnitTests.habit) == 2)
    }
  }

  fileprivate static let milestone = Achievement.key(product: "streaks", of: habit, level: 7)
}

extension FriendBench {
  @discardableResult
  fileprivate func share(in unit: String) async throws -> (post: Post, isNew: Bool) {
    try await share(MilestoneUnitTests.milestone, unit: unit)
  }

  @discardableResult
  fileprivate func publish(in unit: String) async throws -> (page: PublicPage, isNew: Bool) {
    try await publish(MilestoneUnitTests.milestone, unit: unit)
  }

  fileprivate func takeDown(_ habit: EntityID) async throws -> Int {
    try await store.takeDown(milestonesOf: [habit], in: "streaks", by: ann)
  }

  /// Stores all that was shared as earlier versions did.
  fileprivate func forgetUnits() async throws {
    let former = Secret.hash(MilestoneUnitTests.milestone)
    try await store.tables.write { database in
      for table in ["posts", "public_pages"] {
        try database.run("UPDATE \(table) SET milestone = ?", .blob(former))
      }
    }
  }
}
