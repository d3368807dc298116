import ChildProcesses
import Driver
import Foundation
import Testing

/// Words and arguments that people try.
@Suite struct SmallThingsTests {
  private let morning = "2026-03-10T08:00:00Z"

  @Test func `a title may begin with a dash, and a day be a number of days ago`() throws {
    let person = try Person()
    try person.ask("add", "-dash", now: morning)
    #expect(try person.ask("check", "-dash", now: morning).text("status") == "done")
    #expect(try person.ask("day", "-dash", "-2", now: morning).text("day") == "2026-03-08")
    try person.ask("add", "Read", now: morning)
    #expect(try person.ask("day", "Read", "-2", now: morning).text("day") == "2026-03-08")
    let past = try person.ask("check", "Read", "--day", "-3", now: morning)
    #expect(past.text("day") == "2026-03-07")
    #expect(try person.run("check", "Read", "-x", now: morning).status == 64)
    let deleted = try person.run("delete", "--yes", "-dash", now: morning)
    #expect(deleted.status == 0, "\(deleted.error)")
  }

  @Test func `a note, a title or a number may begin with a dash`() throws {
    let person = try Person()
    try person.ask("add", "Read", now: morning)
    for note in ["- slept badly", "-- and once more", "-x", "-", "- completed it"] {
      try person.ask("check", "Read", "--note", note, now: morning)
      #expect(try person.ask("day", "Read", now: morning).text("note") == note)
    }
    let changes = ["edit", "Read", "--title", "-dash", "--notes", "-5 is cold"]
    let edited = try person.ask(changes, now: morning)
    #expect(edited.text("title") == "-dash")
    #expect(edited.text("notes") == "-5 is cold")
    let named = try person.run("profile", "--name", "-A", now: morning)
    #expect(named.status == 0, "\(named.error)")
    let target = try person.run("add", "Sit", "--target", "-1", now: morning)
    #expect(target.error.asOneLine.contains("more than 0"), "\(target.error)")
    // What can be an option is one, so that a forgotten note is not kept as “--json”.
    for option in ["--json", "--plain"] {
      let forgotten = try person.run("check", "-dash", "--note", option, now: morning)
      #expect(forgotten.status == 64, "\(forgotten.output)")
    }
    #expect(try person.ask("day", "-dash", now: morning).text("note") == "- completed it")
  }

  @Test func `a half-typed title is completed with those of the habits, one on each line`() throws {
    let person = try Person()
    for title in ["Read", "Long run"] { try person.ask("add", title, now: morning) }
    let outcome = try completion(by: person, in: "fish")
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.output == "Read\nLong run\n")
    #expect(outcome.error.isEmpty)
  }

  @Test func `a title that is completed is a word of the shell, and never a command`() throws {
    let person = try Person()
    let titles = ["Read", "$(touch x)", "Don't: \\o/"]
    for title in titles { try person.ask("add", title, now: morning) }
    let bash = try completion(by: person, in: "bash").output
    #expect(bash == "Read\n'$(touch x)'\n'Don'\\''t: \\o/'\n")
    let zsh = try completion(by: person, in: "zsh").output
    #expect(zsh.hasPrefix("Read\n$(touch x)\nDon't\\: \\\\o/\n"), "\(zsh)")
  }

  /// What the completion script of a shell gets for the habit of a check.
  private func completion(by person: Person, in shell: String) throws -> Person.Outcome {
    let asked = ["---completion", "check", "--", "positional@0", "2", "0", "trellis", "check", ""]
    return try person.run(asked, now: morning, ["SAP_SHELL": shell, "SAP_SHELL_VERSION": "5.2"])
  }

  @Test func `what a command refuses while it runs is explained by its own usage`() throws {
    let person = try Person()
    try person.ask("add", "Read", now: morning)
    let commands = [
      (["edit", "Read"], "trellis edit [<options>] <habit>", "trellis edit"),
      (["add", "P", "--unit", "pages"], "trellis add [<options>] <title>", "trellis add"),
      (["vacation", "plan"], "trellis vacation plan FROM TO [HABIT...]", "trellis vacation"),
    ]
    for (arguments, usage, name) in commands {
      let refusal = try person.run(arguments, now: morning)
      #expect(refusal.status == 64, "\(arguments)")
      #expect(refusal.error.contains(usage), "\(refusal.error)")
      #expect(refusal.error.contains("See '\(name) --help'"), "\(refusal.error)")
      #expect(!refusal.error.contains("<subcommand>"), "\(refusal.error)")
    }
  }

  @Test func `an error in the command line is broken between words on a terminal`() throws {
    let person = try Person()
    let command = "stty cols 50; '\(Person.binary.path)' check"
    let (exit, output) = try ChildProcess.run(person.planOnTerminal(command))
    #expect(exit.status == 64)
    #expect(output.split { $0.isNewline }.allSatisfy { $0.count <= 50 }, "\(output)")
    #expect(output.asOneLine.contains("The habit: its title, the beginning of it, or its id."))
    #expect(output.asOneLine.contains("See 'trellis check --help' for more information."))
  }

  @Test func `a value is set, a plus adds to it, and a plain check completes it`() throws {
    let person = try Person()
    try person.ask("add", "Read", "--target", "20", "--unit", "pages", now: morning)
    func value(_ text: String) throws -> Int? {
      try person.ask("check", "Read", "--value", text, now: morning).number("value")
    }
    #expect(try [value("5"), value("+7"), value("3")] == [5, 12, 3])
    #expect(try person.run("check", "Read", "--value", "+x", now: morning).status == 64)
    let lost = try person.run("check", "Read", "--value", "0.0001", now: morning)
    #expect(lost.status == 64)
    #expect(lost.error.asOneLine.contains("“0.0001” is less than 0.001"))
    let done = try person.ask("check", "Read", now: morning)
    #expect(done.text("status") == "done")
    #expect(done.number("value") == 20)
  }

  @Test func `a plain check takes nothing from what is over a limit`() throws {
    let person = try Person()
    try person.ask(["add", "Tea", "--target", "2", "--unit", "cups", "--at-most"], now: morning)
    try person.ask("check", "Tea", "--value", "5", now: morning)
    let still = try person.ask("check", "Tea", now: morning)
    #expect(still.number("value") == 5)
    #expect(still.text("status") == "open")
    let words = try person.run("check", "Tea", now: morning).output.asOneLine
    #expect(words.contains("5 cups for today, 3 above 2 cups"))
  }

  @Test func `what is done without a value is not said to be nothing of its target`() throws {
    let person = try Person()
    try person.ask("add", "Read", "--target", "20", "--unit", "pages", now: morning)
    // A check would fill in the target.
    let table = person.home.appendingPathComponent("days.csv")
    try Data("habit,day,status\nRead,2026-03-10,done\n".utf8).write(to: table)
    try person.ask("import", table.path, now: morning)
    let day = try person.ask("day", "Read", now: morning)
    #expect(day.text("status") == "done" && day["value"] is NSNull)
    for command in [["check", "Read"], ["day", "Read"], ["today"], ["week"]] {
      let text = try person.run(command, now: morning).output
      #expect(text.contains("Read") && !text.contains("0/20"), "\(command): \(text)")
    }
  }

  @Test func `a backup that was not written before an erasure is not spoken of`() throws {
    let person = try Person()
    let file = person.home.appendingPathComponent("backup.db").path
    let erased = try person.run("erase", "--yes", "--backup", file, now: morning)
    #expect(erased.status == 0, "\(erased.error)")
    #expect(erased.output == "Everything is deleted.\n")
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test func `a day that is none is refused with the reason`() throws {
    let person = try Person()
    try person.ask("add", "Read", now: morning)
    let refusals = [
      (["check", "Read", "--day", "2026-02-30"], "2026-02 has 28 days"),
      (["day", "Read", "2026-13-01"], "there is no month 13"),
      (["edit", "Read", "--every", "weekly", "--from", "2025-02-29"], "2025-02 has 28 days"),
      (["settings", "week-start", "sunday", "--from", "soon"], "a number of days ago"),
      // A day to come, and one that no calendar reaches.
      (["edit", "Read", "--every", "weekly", "--from=--5"], "a number of days ago"),
      (["check", "Read", "--day=--9223372036854775807"], "a number of days ago"),
      (["vacation", "plan", "2026-04-31", "2026-05-02"], "2026-04 has 30 days"),
      (["vacation", "plan", "soon", "2026-05-02"], "give today, tomorrow"),
    ]
    for (arguments, reason) in refusals {
      let outcome = try person.run(arguments, now: morning)
      #expect(outcome.status == 64, "\(arguments)")
      #expect(outcome.error.asOneLine.contains(reason), "\(outcome.error)")
    }
  }

  @Test func `a vacation may begin tomorrow, and its days are not taken backwards`() throws {
    let person = try Person()
    try person.ask("add", "Read", now: morning)
    let backwards = try person.run("vacation", "plan", "2026-03-15", "tomorrow", now: morning)
    #expect(backwards.status == 1)
    #expect(backwards.error.asOneLine.contains("Nothing was planned: give its first day"))
    let planned = try person.ask("vacation", "plan", "tomorrow", "2026-03-15", now: morning)
    #expect(planned.text("from") == "2026-03-11")
    #expect(planned.text("to") == "2026-03-15")
  }

  @Test func `position 0 is the top`() throws {
    let person = try Person()
    for title in ["A", "B", "C"] { try person.ask("add", title, now: morning) }
    func order() throws -> [String] {
      try person.ask("today", now: morning).items().texts("title")
    }
    #expect(try person.ask("edit", "C", "--position", "0", now: morning).number("position") == 0)
    #expect(try order() == ["C", "A", "B"])
    try person.ask("edit", "B", "--position", "0", now: morning)
    #expect(try order() == ["B", "C", "A"])
    try person.ask("edit", "B", "--position", "9", now: morning)
    #expect(try order() == ["C", "A", "B"])
    try person.ask("add", "D", now: morning)
    #expect(try order() == ["C", "A", "B", "D"])
    // A change that is refused moves nothing either.
    let refused = ["edit", "D", "--position", "0", "--title", " "]
    #expect(try person.run(refused, now: morning).status == 1)
    #expect(try order() == ["C", "A", "B", "D"])
  }

  @Test func `a change may hold from a number of days ago`() throws {
    let person = try Person()
    try person.ask("add", "Read", now: "2026-03-01T08:00:00Z")
    let changes = [
      ["edit", "Read", "--every", "weekly", "--from", "-3"],
      ["settings", "week-start", "sunday", "--from", "-3"],
    ]
    for change in changes {
      let outcome = try person.run(change, now: morning)
      #expect(outcome.status == 0, "\(change): \(outcome.error)")
    }
    #expect(try person.run("edit", "Read", "--position", "-1", now: morning).status == 64)
    let nothing = try person.run("settings", "week-start", "--from", "-3", now: morning)
    #expect(nothing.status == 64, "\(nothing.output)")
    let start = try person.ask("settings", "day-start", "4am", now: morning).items()
    #expect(start.texts("value") == ["04:00"])
  }

  @Test func `7pm is a time`() throws {
    let person = try Person()
    try person.ask("add", "Read", now: morning)
    let times = try person.ask("remind", "Read", "7pm", now: morning).items("times")
    #expect(times.texts("time") == ["19:00"])
  }

  @Test func `an export does not replace a file unasked`() throws {
    let person = try Person()
    try person.ask("add", "Read", now: morning)
    let file = person.home.appendingPathComponent("mine.json").path
    try Data("mine".utf8).write(to: URL(fileURLWithPath: file))
    #expect(try person.refusal("export", "--out", file, now: morning) == "file-exists")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
    try person.ask("export", "--out", file, "--overwrite", now: morning)
    #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("{"))
  }

  @Test func `an empty home becomes what a backup or an export was kept with`() throws {
    let kim = try Life("streaks", at: "2026-06-10T08:00:00Z")
    try kim.ask("add", "Read")
    let (export, backup) = (kim.file("mine.json"), kim.file("mine.db"))
    try kim.ask("export", "--out", export)
    try kim.ask("backup", backup)
    for command in [["import", export], ["restore", backup]] {
      let person = try Person()
      let trial = try Person()
      #expect(try trial.run(["import", export, "--dry-run"], now: kim.instant).status == 0)
      #expect(try trial.ask("init", now: kim.instant).text("product") == "hobbyist")
      let report = try person.ask(command, now: kim.instant)
      #expect(report.text("product") == "streaks", "\(command)")
      #expect((report.number("entries") ?? 0) > 0, "\(command)")
      #expect(try person.ask("init", now: kim.instant).text("product") == "streaks")
      let chosen = try Person()
      try chosen.ask("init", "--product", "beebloom", now: kim.instant)
      if command[0] == "restore" {
        #expect(
          try chosen.refusal(command[0], command[1], now: kim.instant) == "backup-other-product"
        )
      } else {
        #expect(try chosen.ask(command, now: kim.instant).text("product") == "beebloom")
      }
    }
    let choice = kim.person.home.appendingPathComponent("product").path
    let mode = try FileManager.default.attributesOfItem(atPath: choice)[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test func `a locale without Unicode gets ASCII alone, help and errors too`() throws {
    let kim = try Life("streaks", at: "2026-06-10T08:00:00Z")
    try kim.bring([(title: "Read", days: Days.ending("2026-06-08", 97))])
    let commands = [
      ["today"], ["week"], ["history"], ["streaks"], ["stats"], ["freeze"], ["badges"], ["score"],
      ["check", "Read"], ["reminders"], ["inbox"], ["list"], ["--help"], ["history", "--help"],
      ["check", "Nothing"], ["frobnicate"], ["remind", "Read", "7 oclock"], ["telemetry"],
      ["plugins"], ["settings"], ["share", "--help"],
    ]
    for command in commands {
      for extra in [[], ["--plain"]] {
        let outcome = try kim.person.run(command + extra, now: kim.instant, ["LC_ALL": "C"])
        for text in [outcome.output, outcome.error] {
          let other = text.unicodeScalars.first { !$0.isASCII }
          #expect(other == nil, "\(command) \(extra): \(text)")
        }
      }
    }
  }

  @Test func `help offers what the product allows`() throws {
    func help(_ product: String, _ command: String) throws -> String {
      try Person().run([command, "--help"], now: nil, ["TRELLIS_PRODUCT": product]).output.asOneLine
    }
    #expect(try help("hobbyist", "check").contains("a number of days ago"))
    #expect(try help("beebloom", "check").contains("today or yesterday."))
    #expect(try !help("streaks", "check").contains("--day"))
    #expect(try help("streaks", "add").contains("--difficulty"))
    #expect(try !help("beebloom", "add").contains("--difficulty"))
  }

  @Test func `C6: no window cuts the first month of a history by months`() throws {
    let ada = try Life("hobbyist", at: "2026-03-20T08:00:00Z")
    try ada.bring([(title: "Read", days: ["2026-01-02", "2026-01-30", "2026-03-02"])])
    // Ten weeks before the current one begin on Monday, 5 January.
    let months = try ada.ask("history", "Read", "--by", "month", "--weeks", "10").items("months")
    #expect(months.map { $0.text("from") } == ["2026-01-01", "2026-02-01", "2026-03-01"])
    #expect(months.map { $0.number("count") } == [2, 0, 1])
    let words = try ada.see("history", "Read", "--by", "month", "--weeks", "10").asOneLine
    #expect(words.contains("January 2026 2 ") && words.contains("3 done, on 3 days."))
    let weeks = try ada.ask("history", "Read", "--weeks", "10")
    #expect(weeks.text("from") == "2026-01-05")
  }

  @Test func `C6: the best weekday is that of the page, of the last twelve weeks`() throws {
    let kim = try Life("streaks", at: "2026-06-12T22:00:00Z")
    // Mondays for a year, and Fridays for the last twelve weeks: the former not for twelve weeks.
    let mondays = (12..<52).map { Days.adding(-4 - 7 * $0, to: "2026-06-12") }
    let fridays = (0..<12).map { Days.adding(-7 * $0, to: "2026-06-12") }
    try kim.bring([(title: "Read", days: mondays + fridays)])
    #expect(try kim.ask("stats").item("Read").text("bestWeekday") == "friday")
    #expect(try kim.see("stats", "Read").contains("Friday"))
  }

  @Test func `C15: an import is taken back as one, and words say what went`() throws {
    let ada = try Life("hobbyist", at: "2026-03-20T08:00:00Z")
    try ada.ask("add", "Mine")
    try ada.bring([(title: "Read", days: ["2026-03-02", "2026-03-03"])])
    #expect(try ada.see("import", "--undo").asOneLine.contains("1 habit and 2 marked days"))
    #expect(try ada.ask("list").items().map { $0.text("title") } == ["Mine"])
    #expect(try ada.refused("import", "--undo").contains("no import that could be"))
    try ada.bring([(title: "Read", days: ["2026-03-02"])])
    try ada.ask("check", "Read")
    #expect(try ada.refused("import", "--undo").contains("“Read” was changed since"))
    #expect(try ada.ask("verify").flag("intact") == true)
  }
}
