import Core
import Pages
import Presentation
import SobrietyContract

extension SobrietyPresentation {
  private static let substance = DocumentParameter(
    "substance",
    .text,
    "What it is about, by name or id; alcohol where it is left out."
  )

  /// The maximum number of weeks per response, as on the command line.
  private static let mostWeeks = 1040

  public static let documents = [
    DocumentEndpoint("sober", SobrietyOf.summary, parameters: [substance]) { request in
      SoberDocument(try await sobriety(request))
    },
    DocumentEndpoint(
      "sober/timer",
      "How long the run that includes today has lasted.",
      parameters: [substance]
    ) {
      TimerDocument(try await sobriety($0).timer, zone: $0.context.calendar.zone)
    },
    DocumentEndpoint(
      "sober/calendar",
      SoberDays.summary,
      parameters: [
        substance,
        DocumentParameter(
          "weeks",
          .number(1...mostWeeks),
          "How many weeks, this one included; 12."
        ),
      ],
      body: calendar
    ),
    DocumentEndpoint(
      "sober/settings",
      "What savings are counted from, and what was saved.",
      parameters: [substance]
    ) { FiguresDocument(try await sobriety($0)) },
    DocumentEndpoint("sober/why", "The person's own reason.", parameters: [substance]) {
      WhyDocument(try await sobriety($0))
    },
    diary, causes, craving,
  ]

  private static let diary = DocumentEndpoint(
    "sober/diary",
    "The pledge and the review of a day, and what led to it if it was not sober.",
    parameters: [substance, DocumentParameter("day", .day, "The day; today.")]
  ) { request in
    let context = request.context
    let day = request.day("day") ?? context.today
    let substance = try await sobriety(request).substance
    let query = SoberDiary(substance: request["substance"], from: day, to: day)
    let said = try await context.ask(query).first ?? DiaryDay(day: day)
    return DiaryDocument(said, of: substance, context)
  }

  private static let causes = DocumentEndpoint(
    "sober/causes",
    CausesOfSlips.summary,
    parameters: [substance]
  ) { request in
    let causes = try await request.context.ask(CausesOfSlips(substance: request["substance"]))
    return CausesDocument(causes, of: try await sobriety(request).substance)
  }

  private static let craving = DocumentEndpoint(
    "sober/craving",
    CravingsOf.summary,
    parameters: [substance]
  ) { request in
    let cravings = try await request.context.ask(CravingsOf(substance: request["substance"]))
    return CravingDocument(cravings, try await sobriety(request), request.context)
  }

  private static func sobriety(_ request: DocumentRequest) async throws -> Sobriety {
    try await request.context.ask(SobrietyOf(substance: request["substance"]))
  }

  private static func calendar(_ request: DocumentRequest) async throws -> SoberCalendarDocument {
    let context = request.context
    let sobriety = try await sobriety(request)
    let weeks = min(max(1, request.number("weeks") ?? 12), mostWeeks)
    let first = context.calendar.startOfWeek(context.today).advanced(by: -7 * (weeks - 1))
    let days = try await context.ask(
      SoberDays(substance: request["substance"], from: first, to: context.today)
    )
    return SoberCalendarDocument(substance: sobriety.substance.name, days: days)
  }
}
