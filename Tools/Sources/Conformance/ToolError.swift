/// An error of the tool, with a message for the user.
public struct ToolError: Error, CustomStringConvertible {
  public let description: String
  public init(_ description: String) { self.description = description }
}
