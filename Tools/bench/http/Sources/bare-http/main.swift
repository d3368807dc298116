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
let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 4799
let app = Application(
  router: router,
  configuration: .init(address: .hostname("127.0.0.1", port: port))
)
try await app.runService()
