import ArgumentParser
import CommandKit
import Core
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
      try session.show(ProfileDocument(profile)) { ProfileViews.of(profile, session) }
      return
    }
    let profile = try await session.send(SetDisplayName(displayName: name))
    try session.show(ProfileDocument(profile)) { ProfileViews.named(profile, session) }
  }
}
