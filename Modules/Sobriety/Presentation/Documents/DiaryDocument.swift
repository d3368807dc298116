import Core
import Presentation
import SobrietyContract

/// The output of `trellis sober pledge --json` and `trellis sober review --json`.
struct DiaryDocument: Codable, Sendable {
  let id: SubstanceID
  let substance: String
  let day: Day
  let pledged: Bool
  /// RFC 3339 in the user's time zone.
  @OrNull var pledgedAt: String?
  @OrNull var effort: DayEffort?
  @OrNull var note: String?
  /// What led to the day, if it was not sober.
  let triggers: [SlipTrigger]
  @OrNull var slipNote: String?

  init(_ said: DiaryDay, of substance: Substance, _ context: any SpaceContext) {
    id = substance.id
    self.substance = substance.name
    day = said.day
    pledged = said.pledgedAt != nil
    pledgedAt = said.pledgedAt?.rfc3339(in: context.calendar.zone)
    effort = said.review?.effort
    note = said.review.flatMap { $0.note.isEmpty ? nil : $0.note }
    triggers = said.slip?.triggers ?? []
    slipNote = said.slip.flatMap { $0.note.isEmpty ? nil : $0.note }
  }
}

/// The output of `trellis sober causes --json`.
struct CausesDocument: Codable, Sendable {
  let substance: String
  /// The number of days that were not sober and have a note.
  let noted: Int
  /// Most frequent first.
  let causes: [SlipCauses.Cause]

  init(_ causes: SlipCauses, of substance: Substance) {
    self.substance = substance.name
    noted = causes.noted
    self.causes = causes.causes
  }
}

/// The output of `trellis sober craving --json`.
struct CravingDocument: Codable, Sendable {
  let substance: String
  /// The number of cravings that passed.
  let passed: Int
  /// When the latest was reported, in RFC 3339 in the user's time zone.
  @OrNull var latest: String?
  /// How long to wait before any decision, in minutes.
  let waitMinutes: Int64
  @OrNull var why: String?

  init(_ cravings: Cravings, _ sobriety: Sobriety, _ context: any SpaceContext) {
    substance = sobriety.substance.name
    passed = cravings.passed
    latest = cravings.latest?.rfc3339(in: context.calendar.zone)
    waitMinutes = CravingWords.wait / 60
    why = sobriety.why.isEmpty ? nil : sobriety.why
  }
}
