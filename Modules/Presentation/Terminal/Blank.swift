/// An empty line; nothing for screen readers, which would read it out.
public struct Blank: View {
  public init() {}

  public func lines(on screen: Screen) -> [Text] { screen.profile.plain ? [] : [""] }
}
