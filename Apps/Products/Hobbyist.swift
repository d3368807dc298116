import Core
import Presentation
import ProfileDomain
import RemindersDomain
import StreaksDomain
import TelemetryDomain
import TrackingDomain

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
      TelemetryModule.self,
    ],
    // Any day may be corrected: what counts is the history, and forgetting to tick is human.
    policies: Policies(),
    voice: .hobbyist,
    theme: .standard
  )
}
