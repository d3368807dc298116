import Core
import Presentation
import ProfileDomain
import RemindersDomain
import StreaksDomain
import TelemetryDomain
import TrackingContract
import TrackingDomain

extension Product {
  /// A hobby tracker with a contribution history: crisp, encouraging, private.
  public static let hobbyist = Product(
    name: "hobbyist",
    title: "Hobbyist",
    summary: "Hobbies with a contribution history and streaks.",
    modules: [
      ProfileModule.self, TrackingModule.self, StreaksModule.self, RemindersModule.self,
      TelemetryModule.self,
    ],
    policies: Policies { $0.backfillDays = 0 },
    voice: .hobbyist,
    theme: .standard
  )
}
