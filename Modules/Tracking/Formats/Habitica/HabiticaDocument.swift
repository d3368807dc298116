import Core

/// The `userdata.json` of Habitica, as far as it is read.
///
/// Source: Habitica's `website/server/models/task.js` and `controllers/top-level/dataexport.js`.
struct HabiticaDocument: Decodable {
  struct Tasks: Decodable {
    let habits: [Task]?
    let dailys: [Task]?
    let todos: [Unread]?
    let rewards: [Unread]?
  }

  /// A task whose contents are not read.
  struct Unread: Decodable {
    init(from decoder: any Decoder) {}
  }

  struct Task: Decodable {
    let _id: String?
    let id: String?
    let text: String?
    let notes: String?
    let tags: [String]?
    /// 0.1 trivial, 1 easy, 1.5 medium, 2 hard.
    let priority: Double?
    let createdAt: String?
    /// Habits: whether it can be scored up and down.
    let up: Bool?
    let down: Bool?
    /// Dailies: `daily`, `weekly`, `monthly`, `yearly`.
    let frequency: String?
    let everyX: Double?
    /// Weekdays by `m`, `t`, `w`, `th`, `f`, `s`, `su`.
    let `repeat`: [String: Bool]?
    let daysOfMonth: [Double]?
    let history: [Point]?
  }

  struct Point: Decodable {
    let date: Moment
    /// Dailies; missing in points that were merged.
    let completed: Bool?
    /// Habits: how often it was scored that day.
    let scoredUp: Double?
    let scoredDown: Double?
  }

  /// Milliseconds after 1970, or RFC 3339 in old files.
  struct Moment: Decodable {
    let milliseconds: Double?

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let number = try? value.decode(Double.self) {
        milliseconds = number
      } else {
        milliseconds = Instant(rfc3339: try value.decode(String.self))
          .map { Double($0.milliseconds) }
      }
    }
  }

  struct Tag: Decodable {
    let id: String?
    let name: String?
  }

  struct Preferences: Decodable {
    /// Minutes of UTC ahead of local time.
    let timezoneOffset: Double?
    /// The hour at which a day begins.
    let dayStart: Double?
  }

  struct Purchases: Decodable {
    struct Plan: Decodable { let customerId: String? }

    let plan: Plan?
  }

  let tasks: Tasks
  let tags: [Tag]?
  let preferences: Preferences?
  let purchased: Purchases?
}
