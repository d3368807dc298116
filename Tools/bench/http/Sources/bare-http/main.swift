import Hummingbird

/// The body of a command to check a habit.
struct Order: Decodable {
  let habit: String
  let mark: String
}

/// A reply of the size of a check's.
struct Reply: ResponseCodable {
  struct Habit: Codable {
    struct Details: Codable {
      var archived = false
      var color = "green"
      var difficulty = "easy"
      var notes = ""
      var position = 0
      var priority = "normal"
      var question = ""
      var reminders: [String] = []
      var schedule = "daily"
      var title = "Habit number 1"
    }

    var createdAt = 1_795_253_345_329
    var createdOn = "2016-11-23"
    var details = Details()
    let id: String
  }

  struct Entry: Codable {
    var at = 1_795_255_236_168
    let mark: String
    var note = ""
  }

  var day = "2026-11-21"
  let entry: Entry
  let habit: Habit
  var onVacation = false
  let status: String
}

struct Short: ResponseEncodable {
  let done: Bool
}

/// A push of a device, and an answer of the length that a server sends after storing it.
struct Push: Decodable {
  struct Body: Decodable {
    let author: UInt64
    let epoch: UInt64
    let items: [Item]
  }

  struct Item: Decodable {
    let number: Int
    let fact: Fact
  }

  struct Fact: Decodable {
    let id: String
    let clock: UInt64
    let device: UInt64
    let kind: String
    let version: Int
    let payload: [String: String]
    let payloadHash: String
  }

  let wall: Int64
  let push: Body
}

struct Verdicts: ResponseEncodable {
  struct Verdict: Encodable {
    let clock: UInt64
  }

  let decided: [Verdict]
  var now = 1_795_255_236_168
  var `protocol` = "trellis-sync/1"
}

let router = Router()
router.get("/") { _, _ in Short(done: true) }
router.post("/api/v1/tracking/set-check") { request, context in
  let order = try await request.decode(as: Order.self, context: context)
  return Reply(
    entry: .init(mark: order.mark),
    habit: .init(id: order.habit),
    status: order.mark
  )
}
router.post("/api/v1/sync") { request, context in
  let request = try await request.decode(as: Push.self, context: context)
  return Verdicts(decided: request.push.items.map { .init(clock: $0.fact.clock) })
}
let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 4799
let app = Application(
  router: router,
  configuration: .init(address: .hostname("127.0.0.1", port: port))
)
try await app.runService()
