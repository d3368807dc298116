import ArgumentParser
import Commands
import Core
import Presentation
import SobrietyContract
import Terminal
import Testing
import TestKit
import TrackingContract

@testable import SobrietyPresentation

@Suite struct ViewTests {
  private func overview(_ person: Person, _ profile: TerminalProfile = .file) throws -> String {
    let context = person.context(profile)
    let views = SoberViews.overview(
      try person.sobriety,
      try person.days(21),
      isAlone: true,
      context
    )
    return context.draw(views)
  }

  @Test func `an empty calendar says how to begin and whom to ask first`() throws {
    let text = try overview(try Person())
    #expect(text.contains("begins with one sober day"))
    #expect(text.contains("talk to a doctor"))
    #expect(text.contains("trellis sober mark"))
    #expect(text.contains("trellis sober begin --last yesterday"))
  }

  @Test func `what is suggested about another substance names it`() throws {
    let person = try Person()
    try person.mark(.sober)
    try person.harness.when(BeginRun(substance: "Snus and pouches"))
    let other = try person.harness.ask(SobrietyOf(substance: "Snus and pouches"))
    let context = person.context()
    let causes = SlipCauses(noted: 0, causes: [])
    let yesterday = DiaryDay(day: person.today.advanced(by: -1))
    let views: [[any View]] = [
      SoberViews.overview(other, [], isAlone: false, context),
      FigureViews.figures(other, isChanged: false, context),
      FigureViews.why(other, isChanged: false, context),
      DiaryViews.causes(causes, of: other.substance, context),
      DiaryViews.day(yesterday, other.substance, context),
      DiaryViews.craving(other, Cravings(passed: 0, latest: nil), context),
    ]
    for drawn in views.map({ context.draw($0) }) {
      let words = drawn.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains("--substance 'Snus and pouches'"), "\(words)")
    }
    #expect(context.draw(views[4]).contains("--day 2026-11-20"))
    #expect(!(try overview(person)).contains("--substance"))
  }

  @Test func `the overview shows strip, timer, runs, savings, milestone and why`() throws {
    let person = try Person()
    for ago in 0..<8 { try person.mark(.sober, ago: ago) }
    try person.mark(.notSober, ago: 8)
    try person.harness.when(SetWhy(why: "Mornings"))
    try person.harness.when(
      SetFigures(drinksPerWeek: Amount("10"), cost: "4.50", currency: "EUR", calories: 150)
    )
    let text = try overview(person)
    for words in [
      "  ✗  1  2  3  4  5  6  7[ 8]", "Sober today. 8 days in a row.", "7d 18h 00m 00s",
      "51.43 EUR", "1714 kcal", "14 days, 6 days to go", "Mornings", "NHS",
    ] {
      #expect(text.contains(words), "\(words) in \(text)")
    }
    #expect(!text.contains("trellis sober settings"))
    // While the timer waits for today's mark, its zeros would deny the days behind.
    let waiting = try Person()
    for ago in 1..<4 { try waiting.mark(.sober, ago: ago) }
    #expect(try overview(waiting).contains("Current run"))
    #expect(!(try overview(waiting)).contains("Timer"))
    #expect(!text.contains("talk to a doctor"))
    let plain = try overview(person, .screenReader)
    #expect(plain.contains("sober, day 8."))
    #expect(!plain.contains("["))
  }

  @Test func `on a terminal the days of the run stand in the sky that they have cleared`() throws {
    let person = try Person()
    var marked = 0
    func sky(after days: Int) throws -> String {
      for ago in marked..<days { try person.mark(.sober, ago: ago) }
      marked = days
      return try overview(person, TerminalProfile(width: 80))
    }
    let skies = try [2, 8, 91, 101, 366].map(sky(after:))
    #expect(skies[1].contains("██████   Sober today. 8 days in a row."), "\(skies[1])")
    // A star fewer after each milestone, then a sun that rises.
    func pixels(_ drawn: String) -> Int { drawn.count { "█▀▄".contains($0) } }
    let pictures = skies.map { drawn in
      drawn.split(separator: "\n").map { pixels(String($0.prefix(12))) }.reduce(0, +)
    }
    #expect(pictures[1] == pictures[0] - 1)
    #expect(pictures[2] < pictures[3])
    #expect(pictures[3] < pictures[4])
    // After a slip no run is boasted of.
    try person.mark(.notSober)
    #expect(try pixels(overview(person, TerminalProfile(width: 80))) == 0)
  }

  @Test func `a slip is noted without blame, and what was reached stays in sight`() throws {
    let person = try Person()
    for ago in 1..<4 { try person.mark(.sober, ago: ago) }
    let context = person.context()
    let slip = context.draw(MarkViews.of(try person.mark(.notSober, drinks: 2), context))
    #expect(slip.contains("Noted today. One day does not undo the others."))
    #expect(slip.contains("2 drinks noted."))
    let text = try overview(person)
    #expect(text.contains("Still yours: 3 days sober"))
    for word in ["fail", "broke", "lost", "relapse"] {
      #expect(!(slip + text).lowercased().contains(word))
    }
  }

  @Test func `marking says the run, and a milestone when it is reached`() throws {
    let person = try Person()
    for ago in 1..<7 { try person.mark(.sober, ago: ago) }
    let context = person.context()
    let seventh = context.draw(MarkViews.of(try person.mark(.sober), context))
    #expect(seventh.contains("Sober today. 7 days in a row."))
    #expect(seventh.contains("7 days sober. That is a milestone."))
    let past = context.draw(MarkViews.of(try person.mark(.sober, ago: 30), context))
    #expect(past.contains("Sober on 22 Oct. Noted."))
    #expect(!past.contains("milestone"))
    // An isolated day long ago reaches the first milestone but is not celebrated.
    let other = try Person()
    try other.mark(.sober)
    let alone = context.draw(MarkViews.of(try other.mark(.sober, ago: 4), context))
    #expect(!alone.contains("milestone"))
    let cleared = context.draw(MarkViews.of(try person.mark(.unmarked), context))
    #expect(cleared.contains("Nothing is marked today any more."))
  }

  @Test func `the timer in signs and in words`() throws {
    let person = try Person()
    try person.mark(.sober)
    person.harness.now = person.harness.now.advanced(bySeconds: 90_061)
    try person.mark(.sober)
    let timer = try person.sobriety.timer
    let context = person.context()
    #expect(
      context.draw(TimerViews.of(timer, context)) == "1d 01h 01m 01s  since 21 Nov, 18:00\n"
    )
    let plain = person.context(.screenReader)
    #expect(
      plain.draw(TimerViews.of(timer, plain))
        == "1 day, 1 hour, 1 minute and 1 second, since 21 Nov, 18:00.\n"
    )
    let zero = TimerViews.of(SoberTimer(since: nil, now: person.harness.now), context)
    #expect(context.draw(zero).hasPrefix("0d 00h 00m 00s\n"))
  }

  @Test(arguments: [20, 32, 60, 120])
  func `nothing is wider than the screen`(width: Int) throws {
    let person = try Person()
    for ago in 0..<15 { try person.mark(.sober, ago: ago) }
    try person.harness.when(SetWhy(why: "Mornings with my daughter, and Sundays in the hills"))
    let text = try overview(person, TerminalProfile(width: width))
    for line in text.split(separator: "\n") {
      #expect(String(line).displayWidth <= width, "\(line)")
    }
  }

  @Test func `every word of the health milestones names its source and promises nothing`() {
    for milestone in HealthMilestone.alcohol + [.caution] {
      #expect(["NHS", "CDC", "NIAAA"].contains { milestone.source.hasPrefix($0) })
      #expect(milestone.source.contains("“"))
      for word in ["you will", "cure", "guarantee"] {
        #expect(!milestone.words.lowercased().contains(word))
      }
    }
    #expect(HealthMilestone.known(for: Substance(id: .init(rawValue: 1), name: "Sugar")).isEmpty)
    #expect(HealthMilestone.alcohol.map(\.days) == HealthMilestone.alcohol.map(\.days).sorted())
  }

  // MARK: The command line

  private struct Root: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "trellis",
      subcommands: SobrietyPresentation.commands
    )

    @OptionGroup var global: GlobalOptions
  }

  private func parse<C: TrellisCommand>(_ type: C.Type, _ line: String) throws -> C {
    let words = line.split(separator: " ").map(String.init)
    return try #require(try Root.parseAsRoot(words) as? C)
  }

  @Test func `commands as they are typed`() throws {
    #expect(try parse(SoberCommand.self, "sober --json").global.json)
    let slip = try parse(SoberCommand.Slip.self, "sober slip --day -2 --drinks 3 --json")
    #expect(slip.drinks == 3)
    #expect(slip.global.json)
    let today = Day(number: 100)
    #expect(slip.marked.day?.day(today: today) == today.advanced(by: -2))
    let mark = try parse(SoberCommand.Mark.self, "sober mark --substance Nicotine")
    #expect(mark.marked.named.substance == "Nicotine")
    #expect(try parse(TimerCommand.self, "sober timer --watch --plain").watch)
    #expect(try parse(SoberCalendarCommand.self, "sober calendar --weeks 20").weeks == 20)
    let figures = try parse(
      FiguresCommand.self,
      "sober settings --drinks-per-week 3,5 --cost 4.50 --currency EUR --calories 120"
    )
    #expect(figures.drinksPerWeek == Amount("3.5"))
    #expect(figures.cost == "4.50")
    #expect(try parse(WhyCommand.self, "sober why Mornings").text == "Mornings")
  }

  @Test(arguments: [
    "sober calendar --weeks 0", "sober mark --day someday", "sober slip --drinks many",
    "sober settings --drinks-per-week lots", "sober mark --drinks 2", "sober drink",
  ])
  func `what cannot be meant is refused`(line: String) {
    let words = line.split(separator: " ").map(String.init)
    #expect(throws: (any Error).self) { try Root.parseAsRoot(words) }
  }
}
