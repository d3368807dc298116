import Driver
import Foundation
import SQLite
import Testing

@Suite struct ShareTests {
  private let sober = ["TRELLIS_PRODUCT": "sober"]
  private let streaks = ["TRELLIS_PRODUCT": "streaks"]

  @Test func `S-29: sober days become a picture that names and tells nothing private`() throws {
    let person = try Person()
    for day in ["yesterday", "today"] {
      try person.ask("sober", "mark", "--day", day, now: "2026-03-10T08:00:00Z", environment: sober)
    }
    let png = person.home.appendingPathComponent("card.png")
    let document = try person.ask(
      "share",
      "--out",
      png.path,
      now: "2026-03-10T08:00:00Z",
      environment: sober
    )
    #expect(document.text("kind") == "sobriety")
    #expect(document.text("format") == "png")
    #expect(document.text("file") == png.path)
    #expect(document.number("width") == 1080)
    #expect(document.number("height") == 1350)
    #expect(document["title"] is NSNull)
    #expect(try Data(contentsOf: png).starts(with: [0x89, 0x50, 0x4E, 0x47]))
    let svg = person.home.appendingPathComponent("card.svg")
    for (options, isNamed) in [([], false), (["--with-title", "--overwrite", "--dark"], true)] {
      let share = ["share", "--out", svg.path] + options
      #expect(try person.run(share, now: "2026-03-10T08:00:00Z", sober).status == 0)
      let text = try String(contentsOf: svg, encoding: .utf8)
      #expect(text.contains("days sober"))
      #expect(text.contains("Alcohol") == isNamed)
    }
  }

  @Test func `a history that was changed by hand is shown to nobody`() throws {
    let person = try Person()
    let now = "2026-03-10T08:00:00Z"
    try person.ask("sober", "slip", "--day", "yesterday", now: now, environment: sober)
    try person.ask("sober", "mark", now: now, environment: sober)
    let journal = person.home.appendingPathComponent("space.db").path
    try Database(path: journal, mode: .readWrite).execute(
      """
      UPDATE facts SET form =
        (SELECT key FROM terms WHERE sort = 4 AND instr(value, CAST('"sober"' AS BLOB)) > 0)
      WHERE form =
        (SELECT key FROM terms WHERE sort = 4 AND instr(value, CAST('"notSober"' AS BLOB)) > 0)
      """
    )
    let card = person.home.appendingPathComponent("card.png").path
    for words in [["share", "--out", card], ["badges"]] {
      let refusal = try person.run(words, now: now, sober)
      #expect(refusal.status == 1)
      #expect(refusal.error.asOneLine.contains("of your history is not what was written"))
      #expect(refusal.error.asOneLine.contains("trellis restore FILE"))
    }
    #expect(!FileManager.default.fileExists(atPath: card))
  }

  @Test func `B2: a picture says how many of its days were added later`() throws {
    let person = try Person()
    let now = "2026-03-10T08:00:00Z"
    try person.ask("sober", "mark", "--day", "2026-03-07", now: now, environment: sober)
    for day in ["08", "09", "10"] {
      try person.ask("sober", "mark", now: "2026-03-\(day)T08:00:00Z", environment: sober)
    }
    let svg = person.home.appendingPathComponent("card.svg")
    let document = try person.ask("share", "--out", svg.path, now: now, environment: sober)
    #expect(document.number("addedLater") == 1)
    #expect(try String(contentsOf: svg, encoding: .utf8).contains("1 of 4 added or sent later"))
    let words = try person.run(["share", "--out", svg.path, "--overwrite"], now: now, sober)
    #expect(
      words.output.asOneLine.contains(
        "It says how many of its days were added or sent later: 1 of 4."
      )
    )
  }

  @Test func `K-8: a milestone is offered for sharing, and the offer can be typed as it is`() throws
  {
    let person = try Person()
    try person.ask("add", "Running", now: "2026-03-01T08:00:00Z", environment: streaks)
    var output = ""
    for day in 1...7 {
      let now = "2026-03-0\(day)T09:00:00Z"
      output = try person.run("check", "Running", now: now, environment: streaks).output
      #expect(output.contains("trellis share") == (day == 7))
    }
    let words = output.split(whereSeparator: \.isWhitespace).map(String.init)
    let start = try #require(words.firstIndex(of: "share"))
    var offer = Array(words[start..<start + 6])
    #expect(offer == ["share", "Running", "--milestone", "7", "--out", "running-7.png"])
    offer[5] = person.home.appendingPathComponent(offer[5]).path
    #expect(try person.run(offer, now: "2026-03-07T09:00:00Z", streaks).status == 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: offer[5])).count > 1000)
    offer[3] = "30"
    let outcome = try person.run(offer, now: "2026-03-07T09:00:00Z", streaks)
    #expect(outcome.status == 1)
    #expect(outcome.error.contains("30 is not among the milestones"))
  }

  @Test func `a product without Social says so`() throws {
    let person = try Person()
    let refusal = try person.refusal(
      "share",
      "--out",
      "card.png",
      environment: ["TRELLIS_PRODUCT": "beebloom"]
    )
    #expect(refusal == "not-in-product")
  }
}
