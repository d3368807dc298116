/// The tool cannot do its work, with words for the person who ran it.
public struct ToolError: Error, CustomStringConvertible {
  public let description: String
  public init(_ description: String) { self.description = description }
}
