import Core
import Pages
import Presentation
import SobrietyContract

/// Handles the forms of pledges, reviews, notes of slips and cravings.
enum DiaryActions {
  static func pledge(_ fields: FormFields, _ context: PageContext) async throws -> ActionResult {
    let substance = fields.text("of")
    let day = try fields.day("day") ?? context.today
    let isPledged = fields["remove"] == nil
    try await context.send(PledgeDay(substance: substance, day: day, isPledged: isPledged))
    var back = undo(day, substance)
    if isPledged { back["remove"] = "on" }
    let words = context.say(isPledged ? .pledgeKept : .pledgeGone, noun(day, context))
    return ActionResult(nil, Message(.done, words, undo: Undo("sobriety.pledge", back)))
  }

  static func review(_ fields: FormFields, _ context: PageContext) async throws -> ActionResult {
    let substance = fields.text("of")
    let day = try fields.day("day") ?? context.today
    let before = try await diary(substance, day, context)?.review
    let effort = fields["remove"] == nil ? try effort(fields) : nil
    let note = fields["note"]?.replacing("\r\n", with: "\n")
    try await context.send(
      ReviewDay(substance: substance, day: day, effort: effort, note: note)
    )
    var back = undo(day, substance)
    if let before {
      back["effort"] = before.effort.rawValue
      back["note"] = before.note
    } else {
      back["remove"] = "on"
    }
    var values = ["day": day.relativeWords(today: context.today)]
    values["effort"] = effort?.words(context)
    let words = context.say(effort == nil ? .reviewGone : .reviewKept, values)
    return ActionResult(nil, Message(.done, words, undo: Undo("sobriety.review", back)))
  }

  private static func effort(_ fields: FormFields) throws -> DayEffort {
    guard let effort = DayEffort(rawValue: try fields.required("effort")) else {
      throw DomainError(
        "bad-effort",
        "That does not say how the day was. Nothing was changed: choose one of the steps.",
        isFinal: true,
        about: "effort"
      )
    }
    return effort
  }

  static func slip(_ fields: FormFields, _ context: PageContext) async throws -> ActionResult {
    let substance = fields.text("of")
    let day = try fields.day("day") ?? context.today
    let before = try await diary(substance, day, context)?.slip
    let isRemoved = fields["remove"] != nil
    // An undo names the triggers in one field, a form has a field for each.
    let names = fields.all("trigger").flatMap { $0.split(separator: " ").map(String.init) }
    let reply = try await context.send(
      NoteSlip(
        substance: substance,
        day: day,
        triggers: isRemoved ? [] : names.compactMap(SlipTrigger.init(rawValue:)),
        note: isRemoved ? "" : fields["note"]?.replacing("\r\n", with: "\n")
      )
    )
    var back = undo(day, substance)
    back["trigger"] = before?.triggers.map(\.rawValue).joined(separator: " ")
    back["note"] = before?.note
    let words = context.say(reply.slip == nil ? .slipGone : .slipKept, noun(day, context))
    return ActionResult(nil, Message(.done, words, undo: Undo("sobriety.note-slip", back)))
  }

  static func craving(_ fields: FormFields, _ context: PageContext) async throws -> ActionResult {
    let substance = fields.text("of")
    // Not “back”, where each form says which page it is on.
    let passed = fields.text("passed").flatMap(Instant.init(rfc3339:))
    let reply = try await context.send(PassCraving(substance: substance, takesBack: passed))
    guard passed == nil else { return .done(context.say(.cravingBack)) }
    var taking = ["passed": reply.latest?.rfc3339(in: .utc) ?? ""]
    taking["of"] = substance
    let words = "\(context.say(.cravingPassed)) \(reply.words(context))"
    return ActionResult(nil, Message(.done, words, undo: Undo("sobriety.pass-craving", taking)))
  }

  private static func diary(
    _ substance: String?,
    _ day: Day,
    _ context: PageContext
  ) async throws -> DiaryDay? {
    try await context.ask(SoberDiary(substance: substance, from: day, to: day)).first
  }

  private static func undo(_ day: Day, _ substance: String?) -> [String: String] {
    var fields = ["day": day.description]
    fields["of"] = substance
    return fields
  }

  private static func noun(_ day: Day, _ context: PageContext) -> [String: String] {
    ["day": day.nounWords(today: context.today)]
  }
}
