import Core
import Presentation

/// One look at a page: who asks, for what, and when.
public struct PageRequest: Sendable {
  /// The person's space, product, clock and words.
  ///
  /// Its screen is not looked at, and each question is put to the space once.
  public let context: PageContext
  /// The values of the names in the page's path: `id` of `/habits/{id}`.
  public let parameters: [String: String]
  /// What stands behind the `?`.
  public let query: [String: String]
  /// The path as it was asked for, to come back to after a form.
  public let path: String
  /// What the form of the page before had to say: a confirmation or a refusal.
  public let message: Message?
  let contributions: Contributions
  let protection: FormProtection

  public init(
    context: PageContext,
    parameters: [String: String] = [:],
    query: [String: String] = [:],
    path: String,
    message: Message? = nil,
    contributions: Contributions,
    protection: FormProtection
  ) {
    self.context = context.remembering()
    self.parameters = parameters
    self.query = query
    self.path = path
    self.message = message
    self.contributions = contributions
    self.protection = protection
  }

  /// The person's local day.
  public var today: Day { context.today }

  /// A value of the path.
  ///
  /// - Throws: ``NotFound`` when the path has no such name, which is a mistake of the page's.
  public func parameter(_ name: String) throws -> String {
    guard let value = parameters[name] else { throw NotFound() }
    return value
  }

  /// An id in the path.
  ///
  /// - Throws: ``NotFound`` for what is not one.
  public func id<ID: Identifier>(_ name: String = "id", as type: ID.Type = ID.self) throws -> ID {
    guard let id = ID(try parameter(name)) else { throw NotFound() }
    return id
  }

  /// A day behind the `?`; nil when there is none or it is none.
  public func day(_ name: String) -> Day? { query[name].flatMap { Day($0) } }

  /// The same request with `query` added to what was asked.
  ///
  /// For cards that need to know which thing the page around them is about.
  func about(_ parameters: [String: String]) -> PageRequest {
    PageRequest(
      context: context,
      parameters: self.parameters.merging(parameters) { $1 },
      query: query,
      path: path,
      message: message,
      contributions: contributions,
      protection: protection
    )
  }

  /// What modules have to say at `slot`, in order.
  ///
  /// - Parameter about: values for the cards, such as the habit's `id`.
  public func cards(in slot: Slot, about: [String: String] = [:]) async throws -> HTML {
    let request = self.about(about)
    var pieces: [HTML] = []
    for card in contributions.cards(in: slot) {
      if let piece = try await card.body(request) { pieces.append(piece) }
    }
    return pieces.joined()
  }

  /// The path of the product's first page.
  public var homePath: String { contributions.tabs.first?.page.path ?? "/" }

  /// Whether any module of the product has something for `slot`.
  public func has(_ slot: Slot) -> Bool { !contributions.cards(in: slot).isEmpty }

  /// Whether any module of the product has that action, for a form that another module answers.
  public func has(action name: String) -> Bool { contributions.action(named: name) != nil }
}

/// What a form had to say, shown at the top of the next page.
public struct Message: Sendable, Equatable, Codable {
  public enum Kind: String, Sendable, Codable {
    /// It is done.
    case done
    /// A reason to be glad: shown larger, with confetti unless motion is to be reduced.
    case celebration
    /// It was refused or went wrong; nothing was changed.
    case refusal
  }

  public let kind: Kind
  public let text: String
  /// The action and fields that take it back, if it can be: shown as a button.
  public let undo: Undo?
  /// Where one may go from here, such as to share what was reached.
  public let link: Link?

  public init(_ kind: Kind, _ text: String, undo: Undo? = nil, link: Link? = nil) {
    self.kind = kind
    self.text = text
    self.undo = undo
    self.link = link
  }

  /// A way on.
  public struct Link: Sendable, Equatable, Codable {
    public let path: String
    public let label: String

    public init(_ path: String, _ label: String) {
      self.path = path
      self.label = label
    }
  }
}

/// How to take something back.
public struct Undo: Sendable, Equatable, Codable {
  public let action: String
  public let fields: [String: String]

  public init(_ action: String, _ fields: [String: String]) {
    self.action = action
    self.fields = fields
  }
}

/// There is no such page or thing.
public struct NotFound: Error, Sendable {
  public init() {}
}
