import Core
import Presentation

/// Words of `--help`, which a product may say in its own way like all others.
public enum Help {
  /// The words of the product that is running, else the plain ones.
  public static func say(_ phrase: Phrase) -> String {
    (Launch.current?.product.voice ?? Voice()).say(phrase, ["example": example])
  }

  private static var example: String {
    (Launch.current?.product.voice ?? Voice()).say(.exampleHabit)
  }
}
