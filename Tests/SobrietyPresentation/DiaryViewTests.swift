import Commands
import Core
import Presentation
import SobrietyContract
import TestKit
import Testing

@testable import SobrietyPresentation

@Suite struct DiaryViewTests {
  @Test func `a day's document has every key, said or not`() throws {
    let person = try Person()
    let context = person.context()
    let substance = try person.sobriety.substance
    let keys: Set = [
      "id", "substance", "day", "pledged", "pledgedAt", "effort", "note", "triggers", "slipNote",
    ]
    let empty = try parsed(DiaryDocument(DiaryDay(day: person.today), of: substance, context))
    #expect(Set(empty.keys) == keys)
    #expect(empty["pledged"] as? Bool == false)
    try person.mark(.notSober)
    try person.harness.when(PledgeDay())
    try person.harness.when(ReviewDay(effort: .veryHard, note: "Long"))
    let said = try person.harness.when(NoteSlip(triggers: [.stress], note: "After work"))
    let document = try parsed(DiaryDocument(said, of: substance, context))
    #expect(Set(document.keys) == keys)
    #expect(document["pledgedAt"] as? String == "2026-11-21T18:00:00+01:00")
    #expect(document["effort"] as? String == "veryHard")
    #expect(document["note"] as? String == "Long")
    #expect(document["triggers"] as? [String] == ["stress"])
    #expect(document["slipNote"] as? String == "After work")
  }

  @Test func `a terminal says what was said of a day`() throws {
    let person = try Person()
    let context = person.context()
    let substance = try person.sobriety.substance
    try person.harness.when(PledgeDay())
    let said = try person.harness.when(ReviewDay(effort: .fair, note: "Quiet"))
    let text = context.draw(DiaryViews.day(said, substance, context))
    #expect(text.contains("“I will stay alcohol-free today.” Pledged at 18:00."))
    #expect(text.contains("This day was all right."))
    #expect(text.contains("Quiet"))
  }

  @Test func `a name that is no usual word keeps its capitals in a pledge`() throws {
    let context = try Person().context()
    let id = SubstanceID(rawValue: 7)
    #expect(Substance(id: id, name: "TikTok").pledge(context) == "I will stay TikTok-free today.")
    #expect(Substance(id: id, name: "Wine").pledge(context) == "I will stay wine-free today.")
  }

  @Test func `a terminal leads through a craving`() throws {
    let person = try Person()
    let context = person.context()
    for ago in 0..<3 { try person.mark(.sober, ago: ago) }
    let cravings = try person.harness.when(PassCraving())
    let text = context.draw(DiaryViews.craving(try person.sobriety, cravings, context))
    #expect(text.contains("Decide nothing before 18:15."))
    #expect(text.contains("3. Drink water"))
    #expect(text.contains("3 days in a row"))
    #expect(text.contains("1 craving passed."))
    #expect(text.contains("trellis sober craving --passed"))
  }

  @Test func `warnings about drinking are for drinks alone`() throws {
    let context = try Person().context()
    let other = Substance(id: SubstanceID(rawValue: 7), name: "Sugar")
    #expect(CravingWords.help(other, context).count == 1)
  }
}
