/// The JSON of Beaver Habits, as written by its export and its two kinds of storage.
struct BeaverDocument: Decodable {
  struct Content: Decodable {
    let habits: [Habit]
    /// The habit ids in the order that the user chose.
    let order: [String]?
  }

  struct Habit: Decodable {
    let name: String
    let id: String?
    let tags: [String]?
    let star: Bool?
    let status: String?
    let period: Period?
    let chips: [String]?
    let records: [Record]?
  }

  struct Period: Decodable {
    let period_type: String
    let period_count: Int
    let target_count: Int
  }

  struct Record: Decodable {
    let day: String
    let done: Bool?
    let text: String?
  }

  let content: Content

  private enum CodingKeys: String, CodingKey { case data }

  /// Storage on disk wraps everything in `data`; the export and the database do not.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    content =
      try container.decodeIfPresent(Content.self, forKey: .data) ?? Content(from: decoder)
  }
}
