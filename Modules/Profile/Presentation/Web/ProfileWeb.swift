import Core
import GamificationContract
import Pages
import Presentation
import ProfileContract

/// The user's name and preferences in a browser.
extension ProfilePresentation: PagePresentation {
  public static let cards = [Card(in: .settings, order: 10, body: ProfileCard.body)]

  public static let actions = [
    FormAction("profile.set-name", run: ProfileActions.name),
    FormAction("profile.set-preferences", run: ProfileActions.preferences),
  ]

  public static let documents = [
    DocumentEndpoint("profile", CurrentProfile.summary) { request in
      let profile = try await request.context.ask(CurrentProfile())
      let badges = try await request.context.askIfAvailable(AllBadges())?.total
      return ProfileDocument(profile, badges: badges)
    }
  ]
}
