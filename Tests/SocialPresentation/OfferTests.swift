import Commands
import Core
import GamificationContract
import Presentation
import SobrietyContract
import SocialContract
import StreaksContract
import Terminal
import Testing
import TrackingContract

@testable import SocialPresentation

@Suite struct OfferTests {
  private func reached(
    _ habit: UInt128,
    _ level: Int,
    _ unit: StreakUnit = .day
  ) -> MilestoneReached {
    MilestoneReached(
      habit: HabitID(rawValue: habit),
      level: level,
      day: today,
      unit: unit,
      start: today.advanced(by: 1 - level)
    )
  }

  private func words(
    _ reached: [MilestoneReached],
    _ titles: [String] = ["Running"],
    substances: [Substance] = []
  ) async throws -> String {
    let items = titles.enumerated().map { streak(UInt128($0.offset + 1), $0.element) }
    let stock = FreezeStock(earned: 0, used: 0)
    let answers = Answers([
      AllStreaks.name: StreaksReport(items: items, freezes: stock, offers: []),
      AllSubstances.name: substances,
    ])
    let kept: [any Module.Type] =
      [Sharing.self, Runs.self] + (substances.isEmpty ? [] : [SoberDaysKept.self])
    let context = try context(answers, keeping: kept)
    let views = try await ShareOffer.of(reached, context)
    let text = views.map { context.screen.render($0.lines(on: context.screen)) }.joined()
    // Long commands are wrapped.
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func `K-8: a milestone is offered as one command to type`() async throws {
    let text = try await words([reached(1, 30)])
    #expect(text.contains("trellis share Running --milestone 30 --out running-30.png"))
  }

  @Test func `a milestone in a unit that the habit no longer counts is offered with it`()
    async throws
  {
    let text = try await words([reached(1, 30, .week)])
    #expect(text.contains("share Running --milestone 30weeks --out running-30weeks.png"))
  }

  @Test func `of several the highest is offered`() async throws {
    let text = try await words([reached(1, 7), reached(1, 30)])
    #expect(text.contains("--milestone 30"))
    #expect(!text.contains("--milestone 7 "))
  }

  @Test func `a title is typed so that a shell takes it as one word`() async throws {
    let text = try await words([reached(1, 7)], ["Don't; rm -rf $HOME"])
    #expect(
      text.contains("share 'Don'\\''t; rm -rf $HOME' --milestone 7 --out don-t-rm-rf-home-7.png")
    )
  }

  @Test func `sober days are offered without their name in the file's`() async throws {
    let alcohol = Substance(id: SubstanceID(rawValue: 1), name: "Alcohol")
    let one = try await words([reached(1, 7)], ["Alcohol-free"], substances: [alcohol])
    #expect(one.contains("trellis share --sober --milestone 7 --out sober-7.png"))
    let nicotine = Substance(id: SubstanceID(rawValue: 2), name: "Nicotine")
    let two = try await words([reached(2, 7)], ["A", "N"], substances: [alcohol, nicotine])
    #expect(two.contains("trellis share --substance Nicotine --milestone 7 --out sober-7.png"))
  }

  @Test func `a habit that is gone is not offered`() async throws {
    #expect(try await words([reached(7, 7)]).isEmpty)
    #expect(try await words([]).isEmpty)
  }

  @Test(arguments: [
    ("Running", "running"), ("5 km, slowly!", "5-km-slowly"), ("走る", "milestone"),
    ("../../etc/passwd", "etc-passwd"),
  ])
  func `the name of the file is plain`(title: String, name: String) {
    #expect(ShareOffer.fileName(title) == name)
  }
}
