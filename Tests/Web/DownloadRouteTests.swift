import HTTPTypes
import LeakCheck
import Testing

@testable import HTTPServing
@testable import Web

/// Files that are written piece by piece.
@Suite(.leavesNothingBehind) struct DownloadRouteTests {
  @Test func `a short file is sent at once, with a tag`() async throws {
    let world = try await World.open()
    let answer = try await world.ask(.get, "/books/2")
    #expect(answer.status == 200)
    #expect(answer[.eTag] != nil)
    #expect(answer.body == expected(2))
    #expect(answer[.contentDisposition]?.contains("book.txt") == true)
  }

  @Test func `a long file is sent in pieces, whole and in order`() async throws {
    let world = try await World.open()
    let answer = try await world.ask(.get, "/books/1200")
    #expect(answer.status == 200)
    #expect(answer[.eTag] == nil)
    #expect(answer.body == expected(1200))
  }

  @Test(arguments: [1, 1201])
  func `a file that cannot be written to its end is refused before it begins`(
    pages: Int
  ) async throws {
    let world = try await World.open()
    let answer = try await world.ask(.get, "/books/\(pages)")
    #expect(answer.status == 409)
    #expect(answer.body.contains("The last page is missing."))
    #expect(answer[.contentDisposition] == nil)
  }

  private func expected(_ pages: Int) -> String {
    String(decoding: (0..<pages).flatMap(GardenPresentation.page), as: UTF8.self)
  }
}
