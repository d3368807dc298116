import Accounts
import Core
import HTTPTypes
import Runtime
import Testing
import TrackingContract

@testable import trellis_server

/// Ada and Bob, who are friends; Ada has shared a milestone and a streak, both without their name.
struct FriendPair {
  let ada: String
  let bob: String
  let account: String
  let habit: String
  let post: String
  let ids: (ada: String, bob: String)

  init(_ world: ServerWorld) async throws {
    ada = try await world.signUp("ada@example.org")
    bob = try await world.signUp("bob@example.org")
    let adaID = try await world.friends(.put, "/me", #"{"name":"Ada"}"#, ada).document["id"]
    let bobID = try await world.friends(.put, "/me", #"{"name":"Bob"}"#, bob).document["id"]
    ids = (try #require(adaID as? String), try #require(bobID as? String))
    let invitation = try await world.friends(.post, "/invitations", nil, ada)
    #expect(invitation.status == 201, "\(invitation.text)")
    let code = try #require(invitation.document["code"] as? String)
    let accepted = try await world.friends(.post, "/accept", #"{"code":"\#(code)"}"#, bob)
    #expect(accepted.status == 201, "\(accepted.text)")
    let overview = try await world.ask(.get, "/api/v1/account", token: ada)
    account = try #require(overview.document["id"] as? String)
    habit = "\(try await FriendPair.live(try #require(AccountID(account)), world))"
    let sharing = try await world.friends(
      .put,
      "/sharing/\(habit)",
      #"{"sharing":"streak"}"#,
      ada
    )
    #expect(sharing.status == 200, "\(sharing.text)")
    let wish = #"{"habit":"\#(habit)","level":7,"text":"Rain or shine"}"#
    let shared = try await world.friends(.post, "/posts", wish, ada)
    #expect(shared.status == 201, "\(shared.text)")
    #expect(try await world.friends(.post, "/posts", wish, ada).status == 200)
    post = try #require(shared.document["id"] as? String)
  }

  /// A week of running up to today, and a habit that is nobody's business.
  private static func live(_ account: AccountID, _ world: ServerWorld) async throws -> HabitID {
    let client = try await client(account, world)
    let today = Day(at: world.stores.clock.now(), minutesEast: 0)
    let days = (0..<7).map {
      ImportedEntry(day: today.advanced(by: -$0), entry: Entry(mark: .done))
    }
    let habits = ["Running", "Secret"].map {
      ImportedHabit(key: $0, details: HabitDetails(title: $0), entries: days)
    }
    let history = ImportedHistory(source: "harsh", habits: habits)
    return try #require(try await client.send(ImportHistory(history: history)).reply.ids.first)
  }

  /// Takes today's mark of the shared habit back.
  func uncheck(_ world: ServerWorld) async throws {
    let client = try await FriendPair.client(try #require(AccountID(account)), world)
    let habit = try #require(HabitID(habit))
    _ = try await client.send(SetCheck(habit: habit, mark: .open))
  }

  /// Puts all habits into the archive.
  func archive(_ world: ServerWorld) async throws {
    let client = try await FriendPair.client(try #require(AccountID(account)), world)
    var patch = HabitPatch()
    patch.archived = true
    for habit in try await client.ask(AllHabits()) {
      _ = try await client.send(EditHabit(habit: habit.id, patch: patch))
    }
  }

  private static func client(
    _ account: AccountID,
    _ world: ServerWorld
  ) async throws -> any SpaceClient {
    let product = try #require(world.stores.products.all.first)
    let space = try await world.stores.accounts.space(of: account, product: product.name)
    return product.runtime.client(for: .account(account), in: space.id)
  }
}

extension ServerWorld {
  func friends(
    _ method: HTTPRequest.Method,
    _ path: String,
    _ json: String?,
    _ token: String
  ) async throws -> ServerAnswer {
    try await ask(method, "/api/v1/friends\(path)", json, token: token)
  }
}

extension ServerAnswer {
  var items: [[String: Any]] { document["items"] as? [[String: Any]] ?? [] }
}
