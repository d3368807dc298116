import Core
import Presentation
import Products
import SobrietyContract
import TestKit
import Testing

/// What is told of a day of a substance is the same wherever a person or a program looks.
@Suite struct EverySoberLookTests {
  private struct Days: Decodable { let days: [SoberDay] }

  private static let substance = SubstanceID(rawValue: 5)

  /// Days that were marked, corrected and left out, with and without drinks.
  private func facts(_ seed: UInt64, through today: Day) -> [StampedFact] {
    var random = SplitMix64(seed: seed)
    var clock = HybridClock()
    var facts: [StampedFact] = []
    func noon(_ day: Day) -> Instant { Instant(seconds: Int64(day.number) * 86_400 + 36_000) }
    func add(_ fact: any Fact, _ at: Instant) {
      let stamp = HybridTimestamp(clock: clock.tick(now: at), device: DeviceID(rawValue: 1))
      facts.append(StampedFact(fact, stamp))
    }
    let first = today.advanced(by: -70)
    let added = SubstanceAdded(
      substance: Self.substance,
      title: "Alcohol",
      on: first,
      at: noon(first)
    )
    add(added, noon(first))
    let statuses: [SoberStatus] = [.sober, .sober, .sober, .sober, .sober, .notSober, .unmarked]
    for number in first.number...today.number {
      let day = Day(number: number)
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        let status = statuses.randomElement(using: &random) ?? .sober
        let drinks = status == .notSober ? Int.random(in: 0...4, using: &random) : 0
        let fact = DayMarked(
          substance: Self.substance,
          day: day,
          status: status,
          drinks: drinks,
          at: noon(day),
          since: noon(day)
        )
        add(fact, noon(day))
      }
    }
    return facts
  }

  @Test(arguments: UInt64(0)..<8)
  func `every surface tells the same of a sober day`(seed: UInt64) async throws {
    let today = LivedSpace.begin.advanced(by: 80 + Int(seed))
    let space = try await OpenSpace.open(.sober, facts(seed, through: today), on: today)
    let json = try await space.command(["sober", "calendar", "--weeks", "12"], json: true)
    let days = try JSON.decode(Days.self, from: Array(json.utf8)).days
    let api = try await space.document(Days.self, "sober/calendar", ["weeks": "12"]).days
    #expect(api == days)
    let spoken = try await spokenDays(space)
    let calendar = try await space.page("/sober", query: ["weeks": "12", "tap": "open"])
    let lines = try await Files.of(space)
    let (table, events) = (try lines.table(), try lines.events())
    for day in days {
      let words = "\(day), seed \(seed)"
      #expect(spoken[day.day] == terminalWords(day), "\(words)")
      let label = try #require(calendar.between("aria-label=\"\(day.day.words): ", "\""))
      #expect(label == pageWords(day), "\(words)")
      let page = try await space.page("/sober/days/{day}", ["day": day.day.description])
      #expect(page.contains(">\(pageWords(day))<"), "\(words)")
      #expect(page.contains("value=\"\(day.status.rawValue)\" checked"), "\(words)")
      let line = table.first { $0.day == day.day }
      #expect(line?.status ?? "unmarked" == day.status.rawValue, "\(words)")
      #expect(line?.value ?? "" == (day.drinks > 0 ? "\(day.drinks)" : ""), "\(words)")
      let event = events[Self.substance.description]?[day.day]
      #expect((event != nil) == (day.status == .sober), "\(words)")
    }
    await space.close()
  }

  /// Reads `Week of 2026-11-16: Mon sober, day 3; Tue not sober.`.
  private func spokenDays(_ space: OpenSpace) async throws -> [Day: String] {
    let text = try await space.command(["sober", "calendar", "--weeks", "12"])
    var found: [Day: String] = [:]
    for line in text.split(separator: "\n") {
      guard let week = line.wholeMatch(of: #/Week of (\S+): (.*)\./#) else { continue }
      let start = try #require(Day(String(week.1)))
      let parts = week.2.split(separator: "; ").map(String.init)
      for place in 0..<7 where start.advanced(by: place) <= space.today {
        // A week of which nothing is said is told in one.
        let words = parts.count == 1 && parts[0] == "not marked" ? "Mon not marked" : parts[place]
        found[start.advanced(by: place)] = String(words.dropFirst(4))
      }
    }
    return found
  }

  private func terminalWords(_ day: SoberDay) -> String {
    switch day.status {
    case .sober: "sober, day \(day.shade)\(day.shade >= 10 ? " or more" : "")"
    case .notSober: "not sober"
    case .unmarked: "not marked"
    }
  }

  private func pageWords(_ day: SoberDay) -> String {
    switch day.status {
    case .sober where day.shade >= 10: return "Sober, 10 days in a row or more"
    case .sober: return "Sober, day \(day.shade) in a row"
    case .notSober:
      let drinks = day.drinks == 1 ? "1 drink" : "\(day.drinks) drinks"
      return day.drinks > 0 ? "Not sober, \(drinks)" : "Not sober"
    case .unmarked: return "Not marked"
    }
  }
}
