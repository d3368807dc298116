import Core
import Pages
import Presentation
import Products
import TestKit
import Testing

@testable import Web

/// The list of the copies that can be restored.
@Suite struct RestorePageTests {
  private struct Nothing: Error {}

  /// A home without copies.
  private struct Home: HomeStorage {
    let warning: String?
    var lacksProduct: Bool { false }

    func copies() async throws -> [KeptCopy] { [] }
    func copyWarning() async throws -> String? { warning }
    func path(of copy: String) throws -> String { throw Nothing() }
    func outlook(of path: String, called name: String) async throws -> RestoreOutlook {
      throw Nothing()
    }
    func restore(from path: String, called name: String) async throws -> String? { nil }
    func server() throws -> String? { nil }
    func erase() async throws -> Bool { true }
    func choose(product name: String) async throws {}
  }

  private struct Nobody: StubbedSpace {
    func reply<R: Request>(to request: R) throws -> R.Reply { throw Nothing() }
  }

  private func markup(_ home: Home) async throws -> String {
    let context = PageContext(
      product: .sober,
      settings: [],
      now: Instant(milliseconds: 0),
      calendar: LocalCalendar(zone: .utc),
      space: Nobody()
    )
    let request = PageRequest(
      context: context,
      path: RestorePage.path,
      contributions: Shell.contributions([], for: .sober),
      protection: FormProtection(token: "")
    )
    return try await RestorePage.page(home).body(request).body.markup
  }

  @Test func `a copy that could not be made is told of above those there are`() async throws {
    let words = "The disk is nearly full, so no copy of your data was made on 1970-01-01."
    let full = try await markup(Home(warning: words))
    #expect(full.contains("so no copy of your data was made on "))
    #expect(!full.contains("1970-01-01"), "a page writes days in words")
    #expect(try await !markup(Home(warning: nil)).contains("no copy"))
  }
}
