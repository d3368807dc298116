import Core

/// What a form does when it is sent: `POST /do/<name>`.
public struct FormAction: Sendable {
  /// `<module>.<verb>-<object>`, unique in a product: `tracking.check`.
  public let name: String
  /// - Throws: a ``DomainError``, which the page shows; nothing was changed then.
  public let run: @Sendable (FormFields, PageContext) async throws -> ActionResult

  public init(
    _ name: String,
    run: @escaping @Sendable (FormFields, PageContext) async throws -> ActionResult
  ) {
    self.name = name
    self.run = run
  }
}

/// Where a person comes out after a form, and what they are told there.
public struct ActionResult: Sendable {
  /// Nil for the page on which the form stood.
  public let path: String?
  public let message: Message?

  public init(_ path: String? = nil, _ message: Message? = nil) {
    self.path = path
    self.message = message
  }

  /// Back to the page of the form, with a confirmation.
  public static func done(_ text: String, undo: Undo? = nil) -> ActionResult {
    ActionResult(nil, Message(.done, text, undo: undo))
  }

  /// Back to the page of the form, with nothing to say: the page shows it.
  public static let back = ActionResult()
}

/// What was typed into a form.
public struct FormFields: Sendable {
  private let values: [String: [String]]
  /// Files, by the name of their field.
  private let files: [String: UploadedFile]

  public init(_ values: [String: [String]], files: [String: UploadedFile] = [:]) {
    self.values = values
    self.files = files
  }

  public subscript(_ name: String) -> String? { values[name]?.first }

  /// All values of a field that may be given several times, such as check boxes.
  public func all(_ name: String) -> [String] { values[name] ?? [] }

  /// The text without white space at its ends; nil when it is empty or missing.
  public func text(_ name: String) -> String? {
    guard let text = self[name]?.trimmed, !text.isEmpty else { return nil }
    return text
  }

  /// - Throws: a ``DomainError`` when the field is missing.
  public func required(_ name: String) throws -> String {
    guard let value = self[name] else { throw FormFields.unreadable(name) }
    return value
  }

  /// - Throws: a ``DomainError`` when the field is missing or no id.
  public func id<ID: Identifier>(_ name: String, as type: ID.Type = ID.self) throws -> ID {
    guard let id = ID(try required(name)) else { throw FormFields.unreadable(name) }
    return id
  }

  /// - Throws: a ``DomainError`` when something was given that is no day; nil when nothing was.
  public func day(_ name: String) throws -> Day? {
    guard let text = text(name) else { return nil }
    guard let day = Day(text) else { throw FormFields.unreadable(name) }
    return day
  }

  /// - Throws: a ``DomainError`` when no file was chosen.
  public func file(_ name: String) throws -> UploadedFile {
    guard let file = files[name], !file.bytes.isEmpty else {
      throw DomainError(
        "no-file",
        "No file was chosen. Nothing was changed: choose one and try again."
      )
    }
    return file
  }

  private static func unreadable(_ name: String) -> DomainError {
    DomainError(
      "bad-field",
      "The field “\(name)” could not be read. Nothing was changed: go back, reload the page and "
        + "try once more."
    )
  }
}

/// A file that a person chose.
public struct UploadedFile: Sendable {
  public let name: String
  public let bytes: [UInt8]

  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}

/// What proves that a form was sent from a page of ours.
public struct FormProtection: Sendable {
  /// Unguessable for other sites; checked with every form.
  public let token: String

  public init(token: String) { self.token = token }
}
