import Core
import Glibc
import Presentation
import Products
import Testing

@testable import LocalApp

/// A home is opened as the product that was chosen for it, and as no other.
@Suite struct HomeProductTests {
  private let place = TemporaryHome()
  private var home: Home { place.home }

  @Test func `without a choice a home is the first product's`() throws {
    #expect(try home.product().name == "hobbyist")
    #expect(!home.hasChosen)
  }

  @Test func `a choice that cannot be read is refused`() throws {
    // Like a file without permission, but for root too.
    let choice = "\(home.path)/product"
    try #require(mkdir(choice, 0o700) == 0)
    defer { rmdir(choice) }
    let error = #expect(throws: DomainError.self) { try home.product() }
    #expect(error?.code == "home-unreadable")
    #expect(error?.message.contains(choice) == true)
    #expect(home.hasChosen)
    #expect(throws: DomainError.self) { try home.adopt(.hobbyist) }
  }

  @Test func `a product that this program lacks is named with the file that names it`() throws {
    place.write("journal\n", to: "product")
    let error = #expect(throws: DomainError.self) { try home.product() }
    #expect(error?.code == "unknown-product")
    #expect(error?.message.contains("“journal”") == true)
    #expect(error?.message.contains("\(home.path)/product") == true)
    #expect(place.names == ["product"])
  }

  @Test func `a choice that was made for what then failed is taken back`() throws {
    let failing = { () throws -> Void in throw SyncFiles.noAccount }
    #expect(throws: DomainError.self) { try home.choose(.sober, if: failing) }
    #expect(!home.hasChosen)
    try home.choose(.sober, if: {})
    #expect(throws: DomainError.self) { try home.choose(.hobbyist, if: failing) }
    #expect(try home.product().name == "sober")
  }

  @Test func `a home below a file has no choice, and is refused when it is made`() {
    place.write("", to: "file")
    let below = Home(path: "\(home.path)/file")
    #expect(!below.hasChosen)
    let error = #expect(throws: DomainError.self) { try below.create() }
    #expect(error?.code == "home-no-folder")
  }
}
