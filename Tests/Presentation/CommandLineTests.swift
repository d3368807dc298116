import ArgumentParser
import Commands
import Core
import Presentation
import Terminal
import Testing
import TrackingContract

@testable import ProfilePresentation
@testable import StreaksPresentation
@testable import TrackingPresentation

@Suite struct CommandLineTests {
  private struct Root: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "trellis",
      subcommands: TrackingPresentation.commands + StreaksPresentation.commands
        + ProfilePresentation.commands
    )

    @OptionGroup var global: GlobalOptions
  }

  private func parse<C: TrellisCommand>(_ type: C.Type, _ line: String) throws -> C {
    let words = line.split(separator: " ").map(String.init)
    return try #require(try Root.parseAsRoot(words) as? C)
  }

  @Test func `options stand after the command, whatever the root has`() throws {
    #expect(try parse(TodayCommand.self, "today --json").global.json)
    #expect(try !parse(TodayCommand.self, "today").global.json)
    #expect(try parse(CheckCommand.self, "check Read --plain").global.plain)
  }

  @Test func `a habit is added with all its details`() throws {
    let command = try parse(
      AddCommand.self,
      "add Read --every 3/week --target 20 --unit pages --at-most --color #AABBCC "
        + "--priority high --difficulty hard --group Mind --notes n --question q?"
    )
    #expect(command.title == "Read")
    #expect(command.details.every == .times(3, per: .week))
    #expect(command.details.color?.description == "#aabbcc")
    #expect(command.details.difficulty == .hard)
    let target = try command.details.target(changing: nil)
    #expect(target == Target(amount: Amount(20), unit: "pages", direction: .atMost))
  }

  @Test func `a part of a target changes only that part`() throws {
    let command = try parse(EditCommand.self, "edit Read --target 30")
    let old = Target(amount: Amount(20), unit: "pages", direction: .atMost)
    let new = Target(amount: Amount(30), unit: "pages", direction: .atMost)
    #expect(try command.details.target(changing: old) == new)
    let unit = try parse(AddCommand.self, "add Read --unit pages")
    #expect(throws: ValidationError.self) { try unit.details.target(changing: nil) }
  }

  @Test(arguments: [
    ["add", "Read", "--every", "sometimes"], ["add", "Read", "--color", "mauvish"],
    ["add", "Read", "--target", "many"], ["check", "Read", "--day", "someday"], ["check"],
    ["history", "--weeks", "0"], ["calendar", "Read", "--days", "-1"],
    ["edit", "Read", "--archive", "--unarchive"], ["edit", "Read", "--position", "-1"],
    ["vacation", "extend"],
  ])
  func `nonsense is a usage error`(words: [String]) {
    let error = #expect(throws: (any Error).self) { try Root.parseAsRoot(words) }
    if let error { #expect(Root.exitCode(for: error) == .validationFailure) }
  }

  @Test func `days are typed in words, dates and days ago`() throws {
    let today = Samples.today
    func day(_ text: String) throws -> Day? {
      try parse(CheckCommand.self, "check Read --day \(text)").marked.day?.day(today: today)
    }
    #expect(try day("yesterday") == today.advanced(by: -1))
    #expect(try day("-2") == today.advanced(by: -2))
    #expect(try day("2026-11-01") == Day("2026-11-01"))
  }

  @Test func `a change of a rhythm holds from a day that is typed like any other`() throws {
    func day(_ text: String) throws -> Day? {
      try parse(EditCommand.self, "edit Read --every weekly --from \(text)").from?
        .day(today: Samples.today)
    }
    #expect(try day("-3") == Samples.today.advanced(by: -3))
    #expect(try day("yesterday") == Samples.today.advanced(by: -1))
    #expect(try parse(EditCommand.self, "edit Read --position 0").position == 0)
  }

  @Test func `vacations are listed unless something else is asked for`() throws {
    #expect(try parse(VacationCommand.self, "vacation").action == .list)
    let plan = try parse(VacationCommand.self, "vacation plan today 2026-12-01 Run")
    #expect(plan.action == .plan)
    #expect(plan.values == ["today", "2026-12-01", "Run"])
  }

  @Test func `words are quoted for a shell only where they must be`() {
    #expect(ShellWord.quoted("Read") == "Read")
    #expect(ShellWord.quoted("Read a page") == "'Read a page'")
    #expect(ShellWord.quoted("Don't") == "'Don'\\''t'")
    #expect(ShellWord.quoted("-x") == "'-x'")
    // A shell sees the quotation mark, whatever joins it in one character.
    #expect(Array(ShellWord.quoted("'\u{301}; x").utf8) == Array("''\\''\u{301}; x'".utf8))
    #expect(Array(ShellWord.quoted("\u{D4E}'").utf8) == Array("'\u{D4E}'\\'''".utf8))
  }

  @Test func `every command has an abstract and an example`() {
    let commands =
      TrackingPresentation.commands + StreaksPresentation.commands + ProfilePresentation.commands
    for command in commands {
      #expect(!command.configuration.abstract.isEmpty)
      #expect(command.configuration.discussion.contains("trellis "), "\(command)")
    }
  }

  @Test func `every preference is a setting`() {
    #expect(
      ProfilePresentation.settings.map(\.key) == [
        "time-zone", "week-start", "day-start", "appearance", "numbers", "reduced-motion",
        "sound", "vibration",
      ]
    )
  }
}
