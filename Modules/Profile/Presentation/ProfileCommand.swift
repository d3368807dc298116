import ArgumentParser
import Commands
import Core
import GamificationContract
import Presentation
import ProfileContract

struct ProfileCommand: TrellisCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "Show your name and preferences, or set your name.",
    discussion: """
      Preferences are changed with “trellis settings”.

      Example:
        trellis profile --name Mia
      """
  )

  @Option(help: "The name to be greeted by; '' for none.")
  var name: String?

  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws {
    guard let name else {
      let profile = try await context.ask(CurrentProfile())
      let badges = try await context.askIfAvailable(AllBadges())?.total
      try context.show(ProfileDocument(profile, badges: badges)) {
        ProfileViews.of(profile, badges: badges, context)
      }
      return
    }
    let profile = try await context.send(SetDisplayName(displayName: name))
    try context.show(ProfileDocument(profile)) { ProfileViews.named(profile, context) }
  }
}
