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
  ]

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
