import Core
import Presentation
import ProfileDomain
import RemindersDomain
import SocialContract
import SocialDomain
import StreaksDomain
import TelemetryDomain
import TrackingDomain
import WidgetContract
import WidgetDomain

extension Product {
  /// A hobby tracker with a contribution history: crisp, encouraging, private.
  public static let hobbyist = Product(
    name: "hobbyist",
    title: "Hobbyist",
    summary: "Hobbies with a contribution history and streaks.",
    counting:
      "Counts the days on which you did what you like doing, and draws them as the graph of a year. Any "
      + "day can be corrected.",
    modules: [
      ProfileModule.self, TrackingModule.self, StreaksModule.self, RemindersModule.self,
      WidgetModule.self, SocialModule.self, TelemetryModule.self,
    ],
    // Any day may be corrected: what counts is the history, and forgetting to tick is human.
    policies: Policies {
      $0.widgetHead = .contributions
      // Pictures are given to people of one's choice; nobody follows along.
      $0.offersFriends = false
    },
    voice: .hobbyist,
    theme: .standard
  )
}
