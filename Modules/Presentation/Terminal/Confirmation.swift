/// A sentence after a check mark that confirms a saved change.
public struct Confirmation: View {
  private let words: String

  public init(_ words: String) { self.words = words }

  public func lines(on screen: Screen) -> [Text] {
    let sign =
      screen.profile.plain ? Text() : Text(screen.sign("✓", ascii: "ok") + " ", .done)
    return Paragraph(sign + Text(words), hanging: sign.width).lines(on: screen)
  }
}
