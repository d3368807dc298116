import Presentation

extension Product {
  /// What the product counts, said before anything is.
  public var counting: String {
    switch theme.look.motif {
    case .plain:
      "Counts the days on which you did what you like doing, and draws them as the graph of a year. Any "
        + "day can be corrected."
    case .garden:
      "Counts nothing that you would see: no streaks, no scores. What you keep up grows as a plant, and "
        + "a missed day takes nothing away."
    case .dusk:
      "Counts the time since your last drink, cigarette or bet, and what you saved by it. A slip never "
        + "takes away the days before."
    case .ember:
      "Counts days in a row, and makes much of them: freezes for bad days, badges at milestones, scores "
        + "and levels."
    }
  }
}
