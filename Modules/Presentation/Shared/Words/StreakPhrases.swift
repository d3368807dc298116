/// Phrases about runs that end and freezes that save them, which several modules share.
extension Phrase {
  /// Shown after a run has ended; {title}, {best} ("12 days").
  public static let streakBroken = Phrase(
    "streak.broken",
    "{title} is ready for a new start. Your best of {best} still counts, and is there to be beaten."
  )
  /// Shown after a single run has ended: one small step to begin again.
  public static let streakSmallStep = Phrase(
    "streak.small-step",
    "One small step is enough: two minutes of it today."
  )
  /// Shown after several runs have ended.
  public static let streaksBroken = Phrase(
    "streaks.several-broken",
    "A few runs ended. Start with the easiest one, right after something you do anyway; a "
      + "smaller target is fine too."
  )
  /// Shown if a freeze could keep {length} ("97 days") of {title}, missed {day}.
  public static let freezeOffer = Phrase(
    "freeze.offer",
    "A freeze can keep {length} of {title}, missed {day}."
  )
  /// Shown instead if doing {title} today keeps {length} of it, too.
  public static let freezeOfferBesideToday = Phrase(
    "freeze.offer-beside-today",
    "Doing {title} today still keeps {length} of it; a freeze for {day} does, too."
  )

  /// - Parameter closesToday: whether doing the habit today keeps the run as well.
  public static func freezeOffer(closesToday: Bool) -> Phrase {
    closesToday ? .freezeOfferBesideToday : .freezeOffer
  }

  /// Shown when a check has earned a freeze; {available} are now in stock.
  public static let freezeGained = Phrase(
    "freeze.gained",
    "That earned a freeze: it can save a missed day. In stock: {available}."
  )
  /// Shown on a day on which {count} ("2 freezes") are in stock.
  public static let freezeReady = Phrase("freeze.ready", "In stock for a missed day: {count}.")

  /// All phrases about runs and freezes.
  public static let aboutStreaks: [Phrase] = [
    .streakBroken, .streakSmallStep, .streaksBroken, .freezeOffer, .freezeOfferBesideToday,
    .freezeGained, .freezeReady,
  ]
}
