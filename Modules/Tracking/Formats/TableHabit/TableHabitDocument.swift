/// The JSON export of Table Habit (mhabit).
///
/// Its optional numbers may be written as decimals.
struct TableHabitDocument: Decodable {
  struct Habit: Decodable {
    let create_t: Double?
    /// 1 normal, 2 negative.
    let type: Int?
    /// 1 active, 2 deleted, 3 archived.
    let status: Int?
    let name: String?
    let desc: String?
    /// 1 to 10.
    let color: Int?
    /// ARGB; may be written as a signed number.
    let custom_color: Int64?
    let daily_goal: Double?
    let daily_goal_unit: String?
    let daily_goal_extra: Double?
    /// 1 weekly, 2 monthly, 3 custom.
    let freq_type: Int?
    /// JSON within a string: `[times]` or `[times,days]`.
    let freq_custom: String?
    /// JSON within a string: ``Reminder``.
    let reminder: String?
    let reminder_quest: String?
    /// Days since 1970.
    let start_date: Int64?
    let target_days: Int?
    let group_id: String?
    let records: [Record]?
  }

  struct Record: Decodable {
    /// Days since 1970.
    let record_date: Int64?
    /// 0 unknown, 1 done, 2 skipped.
    let record_type: Int?
    let record_value: Double?
    /// Unix seconds.
    let create_t: Double?
    let reason: String?
  }

  struct Group: Decodable {
    let uuid: String?
    let name: String?
  }

  struct Reminder: Decodable {
    struct Time: Decodable {
      let hour: Int
      let minute: Int
    }

    /// 0 unknown, 1 when needed, 2 daily, 3 on weekdays, 4 on days of the month.
    let type: Int
    let time: Time
    let extra: [Int]?
  }

  let habits: [Habit]
  let groups: [Group]?
}
