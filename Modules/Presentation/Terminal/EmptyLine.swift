/// An empty line; omitted for screen readers, which would announce it.
public struct EmptyLine: View {
  public init() {}

  public func lines(on screen: Screen) -> [Text] { screen.profile.plain ? [] : [""] }
}
