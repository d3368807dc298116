import API
import Core

/// The catalogue in JSON, for programs.
public struct CatalogueDocument: Encodable, Sendable {
  /// The version of the kernel that the messages belong to.
  public let kernel: String
  public let messages: [Item]

  public struct Item: Encodable, Sendable {
    public let name: String
    public let kind: Message.Kind
    public let version: Int
    public let module: String
    public let privacy: Privacy?
    public let isAnnounced: Bool
    public let readers: [String]
    public let about: String?
    public let replacedBy: String?
    public let schema: JSONValue?
    public let example: JSONValue?
    public let reply: JSONValue?
  }

  public init(_ catalogue: Catalogue, comments: SourceComments) {
    kernel = KernelVersion.current.description
    messages = catalogue.messages.map { message in
      Item(
        name: message.name,
        kind: message.kind,
        version: message.version,
        module: message.owner,
        privacy: message.privacy,
        isAnnounced: message.isAnnounced,
        readers: message.readers,
        about: message.summary ?? comments[message.type],
        replacedBy: message.deprecation?.instead,
        schema: message.form?.schema.selfContained(among: catalogue.shapes),
        example: message.form?.sample,
        reply: message.reply?.schema.selfContained(among: catalogue.shapes)
      )
    }
  }
}
