import ArgumentParser
import Commands
import Core
import Presentation
import StreaksContract
import TrackingContract

/// The days that the product lets a person mark, in the words of the help.
enum MarkableDays {
  private static var policies: Policies { Launch.current?.product.policies ?? Policies() }

  /// Describes the option that names the day; hidden if there is no choice.
  static var help: ArgumentHelp {
    switch policies.backfillDays {
    case nil: "today, yesterday, YYYY-MM-DD or a number of days ago such as -2."
    case 0: ArgumentHelp("today.", visibility: .hidden)
    case 1: "today or yesterday."
    case .some(let days): "today, or one of the \(days) days before it: YYYY-MM-DD or -2."
    }
  }

  /// An example of marking a day other than today, on its own line; empty if there is none.
  static func example(_ command: String) -> String {
    policies.backfillDays == 0 ? "" : "\n  trellis \(command) --day yesterday"
  }

  /// Whether anything that depends on the numbers of streaks is offered.
  static var countsStreaks: Bool { policies.showsStreaks }
}
