import Presentation

/// A title with the icon or the color that a person gave it.
public enum FacedTitle {
  /// Returns the title after its icon, or after a chip in its color on a screen with colors.
  ///
  /// - Parameter besideIcons: whether other titles below each other have icons, which take another
  ///   column.
  public static func text(
    _ title: Text,
    icon: String?,
    color: RGB,
    besideIcons: Bool = false,
    on screen: Screen
  ) -> Text {
    let showsIcons = screen.profile.unicode && !screen.profile.plain
    if showsIcons, let icon { return Text("\(icon) ") + title }
    let gap = showsIcons && besideIcons ? "  " : " "
    guard screen.profile.color != .none else {
      return showsIcons && besideIcons ? Text("   ") + title : title
    }
    return Text(screen.sign("●", ascii: "*") + gap, .color(color)) + title
  }
}
