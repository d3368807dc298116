import Core
import Glibc
import Testing

@testable import LocalApp

/// The copies that a home makes of itself.
@Suite struct HomeCopiesTests {
  private let place = TemporaryHome()

  @Test func `a disk without room for a copy is told of, until there is room`() throws {
    let copies = HomeCopies(place.home)
    let day = try #require(Day("2026-03-01"))
    place.write("", to: "space.db")
    // A file with a hole, for which no disk has the room.
    try #require(truncate(place.home.journal, 1 << 43) == 0)
    #expect(copies.roomWarning == nil)
    #expect(try copies.renew(for: day) == .noRoom)
    #expect(copies.roomWarning?.contains("no copy of your data was made on 2026-03-01") == true)
    #expect(!copies.isDue(on: day))
    #expect(copies.isDue(on: day.advanced(by: 1)))
    try #require(truncate(place.home.journal, 0) == 0)
    #expect(copies.roomWarning == nil)
  }
}
