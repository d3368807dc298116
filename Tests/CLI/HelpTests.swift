import Driver
import Foundation
import Testing

/// What help and refusals claim, in each product.
@Suite struct HelpTests {
  private func words(_ person: Person, _ product: String, _ arguments: String...) throws -> String {
    let outcome = try person.run(arguments, ["TRELLIS_PRODUCT": product])
    return (outcome.output + outcome.error).asOneLine
  }

  @Test func `a product that hides numbers explains none of them`() throws {
    let person = try Person()
    for command in ["calendar", "edit", "add", "skip", "vacation"] {
      let help = try words(person, "beebloom", command, "--help")
      #expect(!help.contains("streak"), "\(help)")
      #expect(!help.contains("difficulty"), "\(help)")
    }
    #expect(try words(person, "streaks", "calendar", "--help").contains("current streak"))
    #expect(try words(person, "streaks", "edit", "--help").contains("target or difficulty"))
  }

  @Test(arguments: ["hobbyist", "beebloom", "sober", "streaks"])
  func `the request that help shows as an example can be sent`(product: String) throws {
    let person = try Person()
    let help = try words(person, product, "call", "--help")
    let (name, fields) = ("profile.set-display-name", "{\"displayName\":\"Mia\"}")
    #expect(help.contains("trellis call \(name) '\(fields)'"), "\(help)")
    #expect(try words(person, product, "call", name, fields).contains("Mia"))
  }

  @Test(arguments: [["--generate-completion-script", "bash"], ["--experimental-dump-help"]])
  func `completions and the man page have the commands of all products`(
    arguments: [String]
  ) throws {
    let person = try Person()
    let all = try person.run(arguments).output
    for name in ["sober", "pledge", "badges", "friends", "freeze"] {
      #expect(all.contains(name), "\(name)")
    }
    let streaks = try person.run(arguments, ["TRELLIS_PRODUCT": "streaks"]).output
    #expect(streaks.contains("friends") && !streaks.contains("pledge"))
  }

  @Test func `each example in help has a line of its own`() throws {
    let person = try Person()
    for (product, command) in [
      ("sober", ["sober", "settings"]), ("streaks", ["widget"]), ("streaks", ["call"]),
      ("streaks", ["settings"]),
    ] {
      let help = try person.run(command + ["--help"], ["TRELLIS_PRODUCT": product]).output
      let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
      let examples = lines.drop { !$0.hasPrefix("Example") }.dropFirst().prefix { !$0.isEmpty }
      #expect(!examples.isEmpty && examples.allSatisfy { $0.hasPrefix("  ") }, "\(help)")
    }
    let usage = try words(person, "streaks", "on", "--help")
    #expect(usage.contains("trellis on EVENT -- PROGRAM"), "\(usage)")
  }

  @Test func `a request that has no fields takes an object all the same`() throws {
    let person = try Person()
    for fields in ["null", "5", "[]"] {
      let outcome = try person.run(["call", "tracking.undo-import", fields])
      #expect(outcome.status == 1, "\(outcome)")
      #expect(outcome.error.asOneLine.contains("a JSON object is expected"), "\(outcome)")
    }
  }

  @Test(arguments: ["hobbyist", "beebloom", "sober", "streaks"])
  func `what takes something back is named to whoever asks for undo`(product: String) throws {
    let person = try Person()
    for arguments in [["undo"], ["undo", "--help"]] {
      let outcome = try person.run(arguments, ["TRELLIS_PRODUCT": product])
      let said = (outcome.output + outcome.error).asOneLine
      #expect(said.contains(product == "sober" ? "trellis sober undo" : "trellis undo"), "\(said)")
      #expect(said.contains("trellis import --undo") == (product == "sober" || arguments.count > 1))
    }
    #expect(try words(person, product, "import", "--help").contains("--undo"))
    let verify = try words(person, product, "verify", "--help")
    #expect(verify.contains("skipped") == (product != "sober"), "\(verify)")
  }

  @Test(arguments: ["hobbyist", "sober", "streaks"])
  func `a sealed account is recommended for what is private, and what it lacks is told`(
    product: String
  ) throws {
    let help = try words(Person(), product, "sync", "signup", "--help")
    #expect(help.contains("is off for a sealed account"), "\(help)")
    #expect(help.contains("the better choice") == (product == "sober"), "\(help)")
  }

  @Test func `a misspelled subcommand is told with the one that is near`() throws {
    let person = try Person()
    let misspelled = [
      ("streaks", ["sync", "logni"], "“trellis sync” has no command “logni”. Did you mean “login"),
      ("streaks", ["friends", "acept"], "Did you mean “accept”?"),
      ("sober", ["sober", "mrak"], "Did you mean “mark”?"),
      ("hobbyist", ["daemon", "xyz"], "There are: status, start,"),
      ("hobbyist", ["bus", "tial"], "Did you mean “tail”?"),
      ("hobbyist", ["help", "chekc"], "Did you mean “check”?"),
      ("hobbyist", ["help", "xyz"], "There is no command “xyz”. Nothing was changed."),
      ("hobbyist", ["xyz"], "There is no command “xyz”. Nothing was changed."),
      ("hobbyist", ["archive", "Read"], "Did you mean “edit HABIT --archive”?"),
      ("hobbyist", ["login"], "Did you mean “sync login”?"),
      ("hobbyist", ["status"], "“daemon status” or “sync status”?"),
      ("sober", ["slip", "--drinks", "2"], "Did you mean “sober slip”?"),
      ("sober", ["archive"], "There is no command “archive”. Nothing was changed."),
      ("streaks", ["sync", "logni"], "Usage: trellis sync"),
      ("streaks", ["sync", "logni"], "See 'trellis sync --help'"),
      ("streaks", ["sync", "--json", "logni"], "Did you mean “login”?"),
      ("streaks", ["sync", "logni", "localhost", "--email", "x"], "Did you mean “login”?"),
    ]
    for (product, command, expected) in misspelled {
      let outcome = try person.run(command, ["TRELLIS_PRODUCT": product])
      #expect(outcome.status == 64, "\(command)")
      #expect(outcome.error.asOneLine.contains(expected), "\(outcome.error)")
    }
    let calendar = try person.run(["calendar", "Alcohol"], ["TRELLIS_PRODUCT": "sober"])
    #expect(calendar.error.asOneLine.contains("Did you mean “sober calendar”?"))
    // What is no command, but an argument, an option or help is read as before.
    for command in [["sync", "status", "x"], ["sync", "--x"]] {
      let outcome = try person.run(command, ["TRELLIS_PRODUCT": "streaks"])
      #expect(!outcome.error.contains("has no command"), "\(outcome.error)")
    }
    #expect(try words(person, "streaks", "help", "sync").contains("USAGE: trellis sync"))
  }

  @Test func `a title of several words without quotes is shown with them`() throws {
    let person = try Person()
    for (command, expected) in [
      (["check", "Long", "run"], "trellis check 'Long run'"),
      (["check", "Long", "run", "--note", "far out"], "trellis check 'Long run'"),
      (["add", "Long", "slow", "run", "--every", "weekly"], "trellis add 'Long slow run'"),
      (["history", "Long", "run"], "trellis history 'Long run'"),
    ] {
      let outcome = try person.run(command)
      #expect(outcome.status == 64, "\(command)")
      let words = outcome.error.asOneLine
      #expect(words.contains("put quotes around it: \(expected) "), "\(words)")
    }
    let reminding = try person.run("remind", "Long", "run", "19:00")
    #expect(reminding.status == 64)
    #expect(reminding.error.asOneLine.contains("quotes around a title of several words"))
    let other = try person.run("list", "Long", "run")
    #expect(!other.error.contains("quotes"), "\(other.error)")
  }

  @Test func `a calendar of sober days never speaks of habits`() throws {
    let person = try Person()
    try person.run(["sober", "mark"], ["TRELLIS_PRODUCT": "sober"])
    let refusal = try words(person, "sober", "export", "--out", "/nowhere/at/all.json")
    #expect(refusal.contains("Your data is untouched"), "\(refusal)")
    for command in [["--help"], ["share", "--help"], ["stats", "--help"], ["score", "--help"]] {
      let help = try person.run(command, ["TRELLIS_PRODUCT": "sober"]).output.lowercased()
      #expect(!help.contains("habit"), "\(help)")
    }
  }
}
