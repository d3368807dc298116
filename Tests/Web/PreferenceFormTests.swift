import HTTPTypes
import LeakCheck
import Presentation
import Products
import Testing

@testable import HTTPServing
@testable import Web

/// Preferences that are set on the settings page.
@Suite(.leavesNothingBehind) struct PreferenceFormTests {
  private func profile(_ world: World) async throws -> String {
    try await world.ask(.get, "/api/v1/profile/current-profile").body
  }

  @Test func `H-15 past weeks begin on another day from the day in the form`() async throws {
    let product = Product.hobbyist
    let presentations = ProductCatalog.pagePresentations(of: product)
    let world = try await World.open(product, presentations: presentations)
    #expect(try await world.ask(.get, "/settings").body.contains("name=\"week-start-from\""))
    let sunday = [("week-start", "sunday"), ("week-start-from", "2026-03-01")]
    _ = try await world.submit("profile.set-preferences", sunday)
    #expect(try await profile(world).contains("\"from\":\"2026-03-01\""))
    // The same one, from an earlier day.
    let earlier = [("week-start", "sunday"), ("week-start-from", "2026-02-01")]
    _ = try await world.submit("profile.set-preferences", earlier)
    #expect(try await profile(world).contains("\"from\":\"2026-02-01\""))
    // Nothing of a form is kept if one of its values is refused: a day that has not come yet, or
    // what the form does not offer.
    for refused in [("week-start-from", "2027-01-01"), ("numbers", "roman")] {
      let form = [("time-zone", "Asia/Tokyo"), ("week-start", "monday"), refused]
      _ = try await world.submit("profile.set-preferences", form)
      #expect(try await !profile(world).contains("Asia/Tokyo"), "\(refused)")
      #expect(try await profile(world).contains("\"from\":\"2026-02-01\""), "\(refused)")
    }
  }
}
