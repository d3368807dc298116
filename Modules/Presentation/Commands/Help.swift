import Core
import Presentation

/// Phrases of `--help`, which a product can override like all others.
public enum Help {
  /// The phrase in the words of the running product, or its default words without one.
  public static func say(_ phrase: Phrase) -> String {
    (Launch.current?.product.voice ?? Voice()).say(phrase, ["example": example])
  }

  private static var example: String {
    (Launch.current?.product.voice ?? Voice()).say(.exampleHabit)
  }
}
