import Core
import Presentation

/// A request for one page.
public struct PageRequest: Sendable {
  /// The person's space, product, clock and words.
  ///
  /// Each query runs only once.
  public let context: PageContext
  /// The values of the path parameters: `id` of `/habits/{id}`.
  public let parameters: [String: String]
  /// The query parameters.
  public let query: [String: String]
  /// The requested path, to return to after a form.
  public let path: String
  /// The message of the preceding form: a confirmation or a refusal.
  public let message: Message?
  /// The position of the space before the page was rendered; nil if unknown.
  public let position: SpacePosition?
  /// The names of what the person has postponed until tomorrow in this browser.
  public let putOff: Set<String>
  /// The names of what the person has folded in this browser.
  public let folded: Set<String>
  /// When the person opened the document that the page is for; nil for one that they open now.
  ///
  /// What has changed since then stays where they saw it.
  public let openedAt: Instant?
  let contributions: Contributions
  let protection: FormProtection

  public init(
    context: PageContext,
    parameters: [String: String] = [:],
    query: [String: String] = [:],
    path: String,
    message: Message? = nil,
    position: SpacePosition? = nil,
    putOff: Set<String> = [],
    folded: Set<String> = [],
    openedAt: Instant? = nil,
    contributions: Contributions,
    protection: FormProtection
  ) {
    self.context = context.cachingQueries()
    self.parameters = parameters
    self.query = query
    self.path = path
    self.message = message
    self.position = position
    self.putOff = putOff
    self.folded = folded
    self.openedAt = openedAt
    self.contributions = contributions
    self.protection = protection
  }

  /// The token for forms that are not made by
  /// ``form(_:fields:back:class:label:takesFiles:savesItself:isPlain:_:)``.
  public var formToken: String { protection.token }

  /// How other pages may embed those of the app.
  public var embedding: Embedding { protection.embedding }

  /// How the page is embedded.
  public var frame: FormProtection.Frame { protection.frame }

  /// Whether the page may have forms; false where another page only shows it.
  public var mayAct: Bool { frame != .showing }

  /// The person's local day.
  public var today: Day { context.today }

  /// The value of a path parameter.
  ///
  /// - Throws: ``NotFound`` when the path has no such parameter, which is a bug in the page.
  public func parameter(_ name: String) throws -> String {
    guard let value = parameters[name] else { throw NotFound() }
    return value
  }

  /// The address of this page that postpones something until the day ends.
  ///
  /// - Parameter name: up to 20 letters a to z.
  public func path(puttingOff name: String) -> String {
    "\(path.prefix { $0 != "?" })?\(PageRequest.puttingOff)=\(name)"
  }

  /// The query parameters that name what is folded, and unfolded, until the person says otherwise.
  public static let folding = "fold"
  public static let unfolding = "unfold"

  /// The query parameter that names what is postponed.
  public static let puttingOff = "later"

  /// An id in the path.
  ///
  /// - Throws: ``NotFound`` for a value that is not an id.
  public func id<ID: Identifier>(_ name: String = "id", as type: ID.Type = ID.self) throws -> ID {
    guard let id = ID(try parameter(name)) else { throw NotFound() }
    return id
  }

  /// A day in the query; nil if it is missing or invalid.
  public func day(_ name: String) -> Day? { query[name].flatMap { Day($0) } }

  /// The same request with additional query parameters.
  ///
  /// For cards that need to know what the page around them shows.
  func about(_ parameters: [String: String]) -> PageRequest {
    PageRequest(
      context: context,
      parameters: self.parameters.merging(parameters) { $1 },
      query: query,
      path: path,
      message: message,
      position: position,
      putOff: putOff,
      folded: folded,
      openedAt: openedAt,
      contributions: contributions,
      protection: protection
    )
  }

  /// The cards of all modules in `slot`, in order.
  ///
  /// - Parameter about: parameters for the cards, such as the habit's `id`.
  public func cards(in slot: Slot, about: [String: String] = [:]) async throws -> HTML {
    let request = self.about(about)
    var pieces: [HTML] = []
    for card in contributions.cards(in: slot) {
      if let piece = try await card.body(request) { pieces.append(piece) }
    }
    return pieces.joined()
  }

  /// The path of the product's home page.
  public var homePath: String { contributions.tabs.first?.page.path ?? "/" }

  /// Whether any module of the product has a card for `slot`.
  public func has(_ slot: Slot) -> Bool { !contributions.cards(in: slot).isEmpty }

  /// Whether any module of the product has that action, for a form that another module handles.
  public func has(action name: String) -> Bool { contributions.action(named: name) != nil }
}

/// The result of a form, shown at the top of the next page.
public struct Message: Sendable, Equatable, Codable {
  public enum Kind: String, Sendable, Codable {
    /// The action succeeded.
    case done
    /// A reason to celebrate: shown larger, with confetti unless reduced motion is requested.
    case celebration
    /// The action was refused or failed; nothing has changed.
    case refusal
  }

  public let kind: Kind
  public let text: String
  /// The action and fields that undo it, if possible; shown as a button.
  public let undo: Undo?
  /// A page to continue with, such as one for sharing a milestone.
  public let link: Link?
  /// How much is celebrated, 1 to 5; nil for the least.
  public let rank: Int?
  /// The milestone whose badge fills the screen; nil if a sentence is enough.
  public let level: Int?
  /// True for what is said nowhere else, or takes time to read: it stays until somebody closes it.
  public let lasts: Bool?

  public init(
    _ kind: Kind,
    _ text: String,
    undo: Undo? = nil,
    link: Link? = nil,
    rank: Int? = nil,
    level: Int? = nil,
    lasts: Bool? = nil
  ) {
    self.rank = rank
    self.level = level
    self.lasts = lasts
    self.kind = kind
    self.text = text
    self.undo = undo
    self.link = link
  }

  /// A link in a message.
  public struct Link: Sendable, Equatable, Codable {
    public let path: String
    public let label: String

    public init(_ path: String, _ label: String) {
      self.path = path
      self.label = label
    }
  }
}

/// How to undo an action.
public struct Undo: Sendable, Equatable, Codable {
  public let action: String
  public let fields: [String: String]

  public init(_ action: String, _ fields: [String: String]) {
    self.action = action
    self.fields = fields
  }
}

/// The page or thing does not exist.
public struct NotFound: Error, Sendable {
  public init() {}
}
