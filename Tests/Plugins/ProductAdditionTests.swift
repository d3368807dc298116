import Driver
import Foundation
import Mood
import Testing
import TrellisSDK

@testable import Products

/// What a plugin can add to a product: what is there already cannot be replaced.
@Suite struct ProductAdditionTests {
  private func refusal(_ presentation: any CommandPresentation.Type) -> String? {
    ProductAddition(MoodModule.self, showing: presentation).refusal(in: .streaks)
  }

  @Test func `names that nobody else has are added`() {
    #expect(refusal(MoodPresentation.self) == nil)
  }

  @Test func `a command, page or setting of a module or a program stays what it is`() {
    #expect(
      refusal(CommandNamed<Today>.self) == "mood adds the command today, which is there already."
    )
    #expect(
      refusal(CommandNamed<Plugins>.self)
        == "mood adds the command plugins, which is there already."
    )
    #expect(refusal(PageAt<Week>.self) == "mood adds the page /week, which is there already.")
    #expect(
      refusal(PageAt<Browsers>.self)
        == "mood adds the page /settings/browsers, which is there already."
    )
    #expect(refusal(PageAt<Root>.self) == "mood adds the page /, which is there already.")
    #expect(
      refusal(WeekStart.self) == "mood adds the setting week-start, which is there already."
    )
  }

  @Test func `a name that a plugin itself adds twice, or leaves out, is refused`() {
    #expect(refusal(Twice.self) == "mood adds the command mine, which is there already.")
    #expect(refusal(Nameless.self) == "mood adds a command without a name.")
  }

  @Test func `a form has the name of its own module`() {
    #expect(
      refusal(ForeignForm.self)?.hasPrefix("mood adds the form shell.set, whose name") == true
    )
  }

  @Test func `each command that belongs to no module is known as one of the programs`() throws {
    let person = try Person()
    let outcome = try person.run(
      ["--experimental-dump-help"],
      ["TRELLIS_PRODUCT": Product.streaks.name]
    )
    let command = try outcome.document()["command"] as? [String: Any]
    let all = (command?["subcommands"] as? [[String: Any]] ?? [])
      .compactMap { $0["commandName"] as? String }
    let ofModules = ProductCatalog.commands(of: .streaks)
      .compactMap { $0.configuration.commandName }
    #expect(Set(all).subtracting(ofModules) == ProgramNames.commands)
  }
}

// MARK: What plugins add

private protocol Name { static var text: String { get } }
private enum Mine: Name { static let text = "mine" }
private enum Today: Name { static let text = "today" }
private enum Plugins: Name { static let text = "plugins" }
private enum Week: Name { static let text = "/week" }
private enum Browsers: Name { static let text = "/settings/browsers" }
private enum Root: Name { static let text = "/" }

private struct Named<N: Name>: TrellisCommand {
  static var configuration: CommandConfiguration { CommandConfiguration(commandName: N.text) }
  @OptionGroup var global: GlobalOptions
  func run(in context: CommandContext) async throws {}
}

private struct Unnamed: TrellisCommand {
  static let configuration = CommandConfiguration(abstract: "Has no name.")
  @OptionGroup var global: GlobalOptions
  func run(in context: CommandContext) async throws {}
}

private protocol OfMood: CommandPresentation {}

extension OfMood {
  static var module: String { "mood" }
  static var commands: [any TrellisCommand.Type] { [] }
}

private enum CommandNamed<N: Name>: OfMood {
  static var commands: [any TrellisCommand.Type] { [Named<N>.self] }
}

private enum Twice: OfMood {
  static var commands: [any TrellisCommand.Type] { [Named<Mine>.self, Named<Mine>.self] }
}

private enum Nameless: OfMood {
  static var commands: [any TrellisCommand.Type] { [Unnamed.self] }
}

private enum WeekStart: OfMood {
  static var settings: [Setting] {
    let key = "week-start"
    return [Setting(key: key, summary: "", values: "", read: { _ in "" }, write: { _, _ in })]
  }
}

private enum PageAt<N: Name>: OfMood, PagePresentation {
  static var pages: [Page] {
    [Page(N.text) { _ in PageContent(title: "Mine", body: HTML.card("Mine", "<p></p>")) }]
  }
}

private enum ForeignForm: OfMood, PagePresentation {
  static var actions: [FormAction] { [FormAction("shell.set") { _, _ in .done("Set.") }] }
}
