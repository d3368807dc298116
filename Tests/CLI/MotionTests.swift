import Driver
import Foundation
import Testing

/// What moves in a terminal: a short line below what was done well, and only there.
@Suite struct MotionTests {
  private func life(_ product: String) throws -> Life {
    let life = try Life(product, at: "2026-03-01T08:00:00Z")
    if product != "sober" { try life.ask("add", "Read") }
    return life
  }

  private func check(_ life: Life, _ product: String, _ more: String...) throws -> String {
    let words = product == "sober" ? ["sober", "mark"] : ["check", "Read"]
    return try life.seeOnTerminal(words + more)
  }

  @Test(arguments: ["hobbyist", "beebloom", "sober", "streaks"])
  func `B-10 a check draws a line on a terminal, and takes it away`(_ product: String) throws {
    let life = try life(product)
    let output = try check(life, product)
    #expect(output.contains("━━━━━━━━━━━━"))
    #expect(output.contains("\u{1B}[2K"))
    #expect(output.components(separatedBy: "\u{1B}[2K").last?.contains("━") == false)
  }

  @Test(arguments: ["hobbyist", "sober"])
  func `B-10 nothing is drawn where nothing may move`(_ product: String) throws {
    let life = try life(product)
    #expect(try !check(life, product, "--plain").contains("━"))
    #expect(try !check(life, product, "--json").contains("━"))
    let words = product == "sober" ? ["sober", "mark"] : ["check", "Read"]
    let piped = try life.person.run(words, now: life.instant, ["TRELLIS_PRODUCT": product])
    #expect(piped.status == 0 && !piped.output.contains("━"))
    try life.ask("settings", "reduced-motion", "on")
    #expect(try !check(life, product).contains("━"))
    try life.ask("settings", "reduced-motion", "off")
    #expect(try check(life, product).contains("━"))
  }

  @Test func `B-10 nothing is drawn for a slip, a skip or what is taken back`() throws {
    let sober = try life("sober")
    try sober.ask("sober", "mark")
    for command in ["slip", "undo", "clear"] {
      #expect(try !sober.seeOnTerminal("sober", command).contains("━"), "\(command)")
    }
    let hobbyist = try life("hobbyist")
    for command in ["skip", "uncheck"] {
      #expect(try !hobbyist.seeOnTerminal(command, "Read").contains("━"), "\(command)")
    }
  }
}
