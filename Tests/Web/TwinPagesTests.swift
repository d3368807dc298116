import Core
import HTTPTypes
import LeakCheck
import Products
import Testing

@testable import HTTPServing
@testable import Web

/// Sentences of pages and forms about one of two habits with the same title.
@Suite(.leavesNothingBehind) struct TwinPagesTests {
  /// A world with two habits of one title, in groups of their own.
  private func twins() async throws -> (world: World, id: String) {
    let world = try await World.open(
      .streaks,
      presentations: ProductCatalog.pagePresentations(of: .streaks)
    )
    func add(_ group: String) async throws {
      let fields = [("title", "Read"), ("group", group)]
      let answer = try await world.submit("tracking.create-habit", fields, fields: [.fragment: "1"])
      #expect(answer[.outcome] == "done", "\(answer.body)")
    }
    try await add("at home")
    let found = try await world.ask(.get, "/api/v1/tracking/find-habit?text=Read")
    guard case .text(let id) = found.member("id") else { throw DomainError("none", found.body) }
    try await add("at work")
    return (world, id)
  }

  @Test(arguments: ["done", "open", "skipped"])
  func `a form that marks a day says which of the twins it was`(mark: String) async throws {
    let (world, id) = try await twins()
    let answer = try await world.submit(
      "tracking.check",
      [("habit", id), ("mark", mark)],
      fields: [.fragment: "1"]
    )
    #expect(toast(answer).contains("Read (at home)"), "\(toast(answer))")
  }

  @Test func `pages and forms of one habit name it so that it is not taken for its twin`()
    async throws
  {
    let (world, id) = try await twins()
    for path in ["/habits/\(id)/delete", "/habits/\(id)/edit", "/scores/\(id)"] {
      let page = try await world.ask(.get, path)
      #expect(page.body.contains("Read (at home)"), "\(path)")
    }
    let vacations = try await world.ask(.get, "/vacations")
    for name in ["Read (at home)", "Read (at work)"] { #expect(vacations.body.contains(name)) }
    let archive = try await world.submit(
      "tracking.archive-habit",
      [("habit", id), ("archived", "true")],
      fields: [.fragment: "1"]
    )
    #expect(toast(archive).contains("Read (at home)"))
    let gone = try await world.submit(
      "tracking.delete-habit",
      [("habit", id)],
      fields: [.fragment: "1"]
    )
    #expect(toast(gone).contains("Read (at home)"))
  }

  private func toast(_ answer: Answer) -> Substring {
    let start = answer.body.firstRange(of: "<div id=\"message\"")?.lowerBound
    let end = answer.body.firstRange(of: "<main")?.lowerBound
    return answer.body[(start ?? answer.body.startIndex)..<(end ?? answer.body.startIndex)]
  }
}
