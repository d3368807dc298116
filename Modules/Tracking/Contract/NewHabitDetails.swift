import Core

/// The details of a new habit, of which a request has to give only the title.
///
/// Whatever else is left out is as in ``HabitDetails`` made of that title alone. Facts and replies
/// always have all details.
struct NewHabitDetails: Decodable {
  let all: HabitDetails

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: HabitDetails.CodingKeys.self)
    var all = HabitDetails(title: try members.decode(String.self, forKey: .title))
    all.notes = try members.decodeIfPresent(String.self, forKey: .notes) ?? all.notes
    all.question = try members.decodeIfPresent(String.self, forKey: .question) ?? all.question
    all.color = try members.decodeIfPresent(HabitColor.self, forKey: .color) ?? all.color
    all.icon = try members.decodeIfPresent(HabitIcon.self, forKey: .icon)
    all.group = try members.decodeIfPresent(String.self, forKey: .group)
    all.schedule = try members.decodeIfPresent(Schedule.self, forKey: .schedule) ?? all.schedule
    all.priority = try members.decodeIfPresent(Priority.self, forKey: .priority) ?? all.priority
    all.difficulty =
      try members.decodeIfPresent(Difficulty.self, forKey: .difficulty) ?? all.difficulty
    all.target = try members.decodeIfPresent(Target.self, forKey: .target)
    all.archived = try members.decodeIfPresent(Bool.self, forKey: .archived) ?? all.archived
    all.position = try members.decodeIfPresent(Int.self, forKey: .position) ?? all.position
    all.reminders =
      try members.decodeIfPresent([ReminderTime].self, forKey: .reminders) ?? all.reminders
    self.all = all
  }
}
