import ArgumentParser
import CommandKit
import Core
import GamificationContract
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

  func run(in session: Session) async throws {
    guard let name else {
      let profile = try await session.ask(CurrentProfile())
      let badges = try await session.askIfAnswered(AllBadges())?.total
      try session.show(ProfileDocument(profile, badges: badges)) {
        ProfileViews.of(profile, badges: badges, session)
      }
      return
    }
    let profile = try await session.send(SetDisplayName(displayName: name))
    try session.show(ProfileDocument(profile)) { ProfileViews.named(profile, session) }
  }
}
