import Core

/// What a form does when it is submitted: `POST /do/<name>`.
public struct FormAction: Sendable {
  /// `<module>.<verb>-<object>`, unique in a product: `tracking.check`.
  public let name: String
  /// Whether an embedded page may run it, without the browser being signed in.
  public let isEmbeddable: Bool
  /// Whether a server may try it again when it does not know how the first attempt ended.
  ///
  /// It may if all that it changes is recorded as entries of the person, which are recorded once, or
  /// if another attempt changes nothing more.
  public let isRecorded: Bool
  /// - Throws: a ``Core/DomainError``, which the page shows; nothing has changed in that case.
  public let run: @Sendable (FormFields, PageContext) async throws -> ActionResult

  public init(
    _ name: String,
    isEmbeddable: Bool = false,
    isRecorded: Bool = true,
    run: @escaping @Sendable (FormFields, PageContext) async throws -> ActionResult
  ) {
    self.name = name
    self.isEmbeddable = isEmbeddable
    self.isRecorded = isRecorded
    self.run = run
  }
}

/// The page that follows a form, and the message on it.
public struct ActionResult: Sendable {
  /// Nil for the page with the form.
  public let path: String?
  public let message: Message?
  /// Whether the message says more than that the form was submitted.
  ///
  /// A celebration then follows it instead of replacing it.
  public let isReport: Bool

  public init(_ path: String? = nil, _ message: Message? = nil, isReport: Bool = false) {
    self.path = path
    self.message = message
    self.isReport = isReport
  }

  /// Returns to the page with the form and shows a confirmation.
  public static func done(_ text: String, undo: Undo? = nil) -> ActionResult {
    ActionResult(nil, Message(.done, text, undo: undo))
  }

  /// Returns to the page with the form and reports what was done, until the report is closed.
  public static func report(_ text: String, undo: Undo? = nil) -> ActionResult {
    ActionResult(nil, Message(.done, text, undo: undo, lasts: true), isReport: true)
  }

  /// Returns to the page with the form without a message, since the page itself shows the result.
  public static let back = ActionResult()
}

/// The values of a submitted form.
public struct FormFields: Sendable {
  private let values: [String: [String]]
  /// Files by field name.
  private let files: [String: UploadedFile]

  public init(_ values: [String: [String]], files: [String: UploadedFile] = [:]) {
    self.values = values
    self.files = files
  }

  /// All values without the files, by field name.
  var texts: [String: [String]] { values }

  public subscript(_ name: String) -> String? { values[name]?.first }

  /// All values of a field that can occur several times, such as checkboxes.
  public func all(_ name: String) -> [String] { values[name] ?? [] }

  /// The text without surrounding whitespace; nil if it is empty or missing.
  public func text(_ name: String) -> String? {
    guard let text = self[name]?.trimmed, !text.isEmpty else { return nil }
    return text
  }

  /// - Throws: a ``Core/DomainError`` when the field is missing.
  public func required(_ name: String) throws -> String {
    guard let value = self[name] else { throw FormFields.unreadable(name) }
    return value
  }

  /// - Throws: a ``Core/DomainError`` when the field is missing or not an id.
  public func id<ID: Identifier>(_ name: String, as type: ID.Type = ID.self) throws -> ID {
    guard let id = ID(try required(name)) else { throw FormFields.unreadable(name) }
    return id
  }

  /// The day in the field; nil if it has no value.
  ///
  /// - Throws: a ``Core/DomainError`` when the value is not a day.
  public func day(_ name: String) throws -> Day? {
    guard let text = text(name) else { return nil }
    guard let day = Day(text) else { throw FormFields.unreadable(name) }
    return day
  }

  /// - Throws: a ``Core/DomainError`` when no file was chosen, or one that is empty.
  public func file(_ name: String) throws -> UploadedFile {
    // Browsers send an empty field as a file without a name.
    guard let file = files[name], !file.name.isEmpty || !file.bytes.isEmpty else {
      throw DomainError(
        "no-file",
        "No file was chosen. Nothing was changed: choose one and try again.",
        about: name
      )
    }
    guard !file.bytes.isEmpty else {
      throw DomainError(
        "empty-file",
        "That file is empty. Nothing was changed: choose another one.",
        about: name
      )
    }
    return file
  }

  /// All values and files except those of one field, equal for equal submissions.
  public func encoded(without omitted: String) -> [UInt8] {
    var bytes: [UInt8] = []
    // Each part is preceded by its length, so that no two submissions are encoded alike.
    func put(_ part: some Collection<UInt8>) {
      bytes += Array("\(part.count):".utf8) + part
    }
    for (name, texts) in values.sorted(by: { $0.key < $1.key }) where name != omitted {
      put(name.utf8)
      for text in texts { put(text.utf8) }
      put("".utf8)
    }
    for (name, file) in files.sorted(by: { $0.key < $1.key }) {
      put(name.utf8)
      put(file.name.utf8)
      put(file.bytes)
    }
    return bytes
  }

  private static func unreadable(_ name: String) -> DomainError {
    DomainError(
      "bad-field",
      "The field “\(name)” could not be read. Nothing was changed: go back, reload the page and "
        + "try once more.",
      isFinal: true,
      about: name
    )
  }
}

/// A file that a person uploaded.
public struct UploadedFile: Sendable {
  public let name: String
  public let bytes: [UInt8]

  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}

/// Proves that a form was sent from one of the app's pages, and says how the page is embedded.
public struct FormProtection: Sendable {
  /// How a page is embedded.
  public enum Frame: Sendable, Equatable {
    /// The page is not embedded.
    case none
    /// It is in another page, which only shows it.
    case showing
    /// It is in another page, in which the person allows it to act.
    case acting
  }

  /// A token that other sites cannot guess, checked with every form.
  public let token: String
  public let embedding: Embedding
  public let frame: Frame

  public init(token: String, embedding: Embedding = Embedding(), frame: Frame = .none) {
    self.token = token
    self.embedding = embedding
    self.frame = frame
  }
}
