import TrackingContract

/// The runs that freezes could save today, in words for a person.
public struct SavedRuns: Sendable {
  private let lengths: [HabitID: String]

  /// - Parameter runs: the runs of the habits of `offers`; an offer without a run gets no length.
  public init(_ offers: [FreezeOffer] = [], among runs: [HabitRuns] = []) {
    let pairs = offers.compactMap { offer -> (HabitID, String)? in
      guard let habit = runs.first(where: { $0.habit == offer.habit }),
        let run = habit.run(before: offer.day)
      else { return nil }
      return (offer.habit, habit.unit.words(run.length))
    }
    lengths = Dictionary(pairs) { $1 }
  }

  /// Returns what the offer saves: "97 days".
  public func words(_ offer: FreezeOffer) -> String { lengths[offer.habit] ?? "the streak" }
}
