import Driver
import Foundation
import Testing

/// Opens spaces of earlier versions with the current program.
///
/// Each space is asked everything that its own version was asked when it was made, including
/// `verify`.
struct CompatibilityTests {
  @Test(arguments: KeptSpace.all)
  func `a space of an earlier version is whole and shows what it showed then`(
    space: KeptSpace
  ) throws {
    let person = try space.unpacked()
    for question in try space.questions() { try expectSameAnswer(to: question, of: space, person) }
  }

  /// All facts are read and folded again, since nothing derived from them is kept.
  @Test(arguments: KeptSpace.all)
  func `what an earlier version exported comes in and shows the same`(space: KeptSpace) throws {
    let person = try space.unpacked(withHistory: false)
    let questions = try space.questions()
    let first = try #require(questions.first)
    try person.ask("import", space.export, now: first.now, environment: ["TZ": first.zone])
    for question in questions { try expectSameAnswer(to: question, of: space, person) }
  }

  @Test func `spaces of all products are kept`() {
    let products = Set(KeptSpace.all.map { $0.folder.lastPathComponent })
    #expect(products == ["hobbyist", "beebloom", "sober", "streaks"])
  }

  private func expectSameAnswer(
    to question: KeptSpace.Question,
    of space: KeptSpace,
    _ person: Person
  ) throws {
    let outcome = try person.run(question.words, now: question.now, ["TZ": question.zone])
    #expect(outcome.status == 0, "\(question): \(outcome.output)\(outcome.error)")
    if question.words == ["export", "--format", "json"] {
      let (said, meant) = (try facts(outcome.output), try facts(try space.answer(to: question)))
      #expect(said == meant.sorted { "\($0["id"] ?? "")" < "\($1["id"] ?? "")" })
      return
    }
    // Compares bytes: Swift treats strings with different but equivalent code points as equal.
    let (said, meant) = (Data(outcome.output.utf8), Data(try space.answer(to: question).utf8))
    guard said != meant else { return }
    let differs = zip(said, meant).enumerated().first { $1.0 != $1.1 }?.offset
    let place = differs ?? min(said.count, meant.count)
    Issue.record("\(question): from byte \(place) on: \(excerpt(said, place))")
  }

  /// The facts of an export, which are in the order of their ids since its version 2.
  private func facts(_ export: String) throws -> [NSDictionary] {
    let document = try JSONSerialization.jsonObject(with: Data(export.utf8)) as? [String: Any]
    return try #require(document?["facts"] as? [NSDictionary])
  }

  private func excerpt(_ text: Data, _ place: Int) -> String {
    String(decoding: text.dropFirst(max(0, place - 80)).prefix(200), as: UTF8.self)
  }
}
