import Bus
import Core
import Journals
import Loop
import Products
import Runtime
import SQLiteJournal
import Testing
import TrackingContract

@testable import LocalApp

/// What a device shows: what it made itself, by whatever identity, and nothing of others.
@LoopActor
@Suite struct OwnEventsTests {
  private final class Heard {
    var titles: [String] = []
  }

  private let place = TemporaryHome()

  private func listening(_ space: LocalSpace) -> (heard: Heard, subscription: Subscription) {
    let heard = Heard()
    let subscription = space.observeOwn(HabitCreated.self, as: "test") {
      heard.titles.append($0.details.title)
    }
    return (heard, subscription)
  }

  private func create(_ title: String, _ space: LocalSpace) async throws {
    _ = try await space.client.send(CreateHabit(details: HabitDetails(title: title)))
  }

  @Test func `a device whose identity was copied still shows its own under the new one`()
    async throws
  {
    let space = try await LocalSpace.open(place.home, as: .hobbyist)
    let (heard, subscription) = listening(space)
    try await create("Read", space)
    await space.runtime.adopt(DeviceID(rawValue: 77))
    try await create("Walk", space)
    subscription.cancel()
    await space.runtime.close()
    #expect(heard.titles == ["Read", "Walk"])
  }

  @Test func `what another device made is not shown`() async throws {
    let elsewhere = TemporaryHome()
    let other = try await LocalSpace.open(elsewhere.home, as: .hobbyist)
    try await create("Read", other)
    let page = try await other.journal.read(other.id, after: 0, limit: 100)
    await other.runtime.close()
    let space = try await LocalSpace.open(place.home, as: .hobbyist)
    let (heard, subscription) = listening(space)
    _ = try await space.runtimeClient.merge(page.rows.map(\.fact))
    try await create("Walk", space)
    subscription.cancel()
    await space.runtime.close()
    #expect(heard.titles == ["Walk"])
  }
}
