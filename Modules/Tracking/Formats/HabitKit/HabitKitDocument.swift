/// The JSON export of HabitKit, as far as it is read.
struct HabitKitDocument: Decodable {
  struct Habit: Decodable {
    let id: String
    let name: String?
    let description: String?
    /// A name such as `amber`.
    let color: String?
    /// Nil for a habit with one of HabitKit's own icons.
    let emoji: String?
    let archived: Bool?
    let orderIndex: Double?
    let createdAt: String?
    /// Whether a completion is a slip.
    let isInverse: Bool?
  }

  struct Completion: Decodable {
    let habitId: String?
    /// RFC 3339; without an offset in local time.
    let date: String?
    /// Minutes of local time ahead of UTC.
    let timezoneOffsetInMinutes: Double?
    let amountOfCompletions: Double?
    let note: String?
  }

  /// The goal of a habit for a while.
  struct Interval: Decodable {
    let habitId: String?
    /// RFC 3339.
    let startDate: String?
    /// Nil for the goal of today.
    let endDate: String?
    /// `none`, `day`, `week` or `month`.
    let type: String?
    /// How many days of a week or month.
    let requiredNumberOfCompletions: Double?
    let requiredNumberOfCompletionsPerDay: Double?
  }

  struct Category: Decodable {
    let id: String?
    let name: String?
  }

  struct CategoryMapping: Decodable {
    let habitId: String?
    let categoryId: String?
  }

  /// A value whose contents are not read.
  struct Unread: Decodable {
    init(from decoder: any Decoder) {}
  }

  let habits: [Habit]
  let completions: [Completion]
  let intervals: [Interval]?
  let categories: [Category]?
  let categoryMappings: [CategoryMapping]?
  let reminders: [Unread]?
}
