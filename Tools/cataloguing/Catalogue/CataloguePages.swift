import API
import Core

/// The catalogue in Markdown: a page with all messages, and one for each module.
public struct CataloguePages {
  private let catalogue: Catalogue
  private let comments: SourceComments
  private let frozen: [String: FrozenMessage]

  public init(_ catalogue: Catalogue, comments: SourceComments, frozen: FrozenMessages) {
    self.catalogue = catalogue
    self.comments = comments
    self.frozen = Dictionary(frozen.messages.map { ($0.file, $0) }) { first, _ in first }
  }

  /// Where the pages are in the project in the folder `root`.
  public static func folder(in root: String) -> String {
    root + "/Modules/SDK/Library/TrellisSDK.docc/Messages"
  }

  /// The texts of the pages, by the names of their files.
  public var files: [String: String] {
    let pages = catalogue.modules.map { ("\(CataloguePages.page(of: $0.name)).md", page(of: $0)) }
    return Dictionary(pages + [("Messages.md", contents)]) { first, _ in first }
  }

  private static let origin = "<!-- Written by Tools/catalogue; do not edit. -->"

  private static func page(of module: String) -> String { "Messages-of-\(module)" }

  // MARK: The page of all

  private var contents: String {
    let rows = catalogue.messages.map { message in
      "| `\(message.name)` | \(message.kind.rawValue) | \(message.privacy?.rawValue ?? "") |"
        + " \(CataloguePages.cell(firstSentence(of: message))) |"
    }
    let pages = catalogue.modules.map { "- <doc:\(CataloguePages.page(of: $0.name))>" }
    return
      ([
        "# Messages", "", "The facts, changes, signals, queries and commands of this build.", "",
        "## Overview", "",
        """
        A **fact** is stored and synced, a **change** is what a fact altered, a **signal** is news for the
        person; a **query** and a **command** are answered by one module. *Privacy* says what an event
        may reveal (`Privacy`). Requests are reached over HTTP at `/api/v1/<module>/<rest of the name>`,
        and `trellis on` runs programs on the events that are announced. What is promised about all of
        them is in <doc:APIPolicy>.
        """,
        "", "| Name | Kind | Privacy | What |", "|---|---|---|---|",
      ] + rows + typesSection(of: "Core", level: "##") + ["", "## Topics", "", "### By module", ""]
      + pages + ["", CataloguePages.origin]).joined(separator: "\n") + "\n"
  }

  private func firstSentence(of message: Message) -> String {
    if let summary = message.summary { return summary }
    let text = comments[message.type] ?? ""
    return String(text.split(separator: "\n\n").first ?? "")
  }

  // MARK: The page of a module

  private func page(of module: (name: String, summary: String)) -> String {
    let messages = catalogue.messages.filter { $0.owner == module.name }
    var lines = ["# The messages of \(module.name)", "", module.summary, ""]
    for kind in Message.Kind.allCases {
      let these = messages.filter { $0.kind == kind }
      guard !these.isEmpty else { continue }
      lines += ["## \(CataloguePages.title(of: kind))", ""] + these.flatMap(section)
    }
    lines += typesSection(
      of: module.name.prefix(1).uppercased() + module.name.dropFirst(),
      level: "##"
    )
    return (lines + [CataloguePages.origin]).joined(separator: "\n") + "\n"
  }

  private static func title(of kind: Message.Kind) -> String {
    switch kind {
    case .fact: "Facts"
    case .change: "Changes"
    case .signal: "Signals"
    case .query: "Queries"
    case .command: "Commands"
    }
  }

  private func section(_ message: Message) -> [String] {
    var lines = ["### \(message.name)", ""]
    let said = comments[message.type].map { $0.split(separator: "\n\n").map(String.init) } ?? []
    if let summary = message.summary { lines += [summary, ""] }
    for paragraph in said where paragraph != message.summary { lines += [paragraph, ""] }
    if let deprecation = message.deprecation {
      lines += ["**Deprecated** since \(deprecation.since): \(deprecation.instead)", ""]
    }
    lines += [traits(of: message), ""]
    guard let form = message.form else {
      return lines + ["Only modules in the same program see it, as a value in Swift.", ""]
    }
    if case .object(let fields) = form.schema {
      lines += fields.isEmpty ? ["It has no members.", ""] : table(fields, of: message.type)
    }
    if let reply = message.reply { lines += ["Reply: \(words(of: reply.schema)).", ""] }
    return lines + example(of: message, form)
  }

  private func traits(of message: Message) -> String {
    var traits = ["`\(message.type.split(separator: ".").last ?? "")`"]
    if message.kind == .fact { traits.append("version \(message.version)") }
    if let privacy = message.privacy { traits.append(privacy.rawValue) }
    if message.isAnnounced { traits.append("announced to programs outside") }
    if !message.readers.isEmpty {
      traits.append("also read by \(message.readers.sorted().joined(separator: ", "))")
    }
    if message.kind == .query || message.kind == .command {
      traits.append("`/api/v1/\(message.name.split(separator: ".").joined(separator: "/"))`")
    }
    return traits.joined(separator: " · ")
  }

  private func example(of message: Message, _ form: Message.Form) -> [String] {
    let sample = frozen["\(message.key).json"]?.samples.first ?? form.sample
    guard sample != [:], let text = try? JSON.pretty(sample) else { return [] }
    return ["```json", text, "```", ""]
  }

  // MARK: Types

  private func typesSection(of module: String, level: String) -> [String] {
    let shapes = catalogue.shapes.filter { $0.key.hasPrefix(module + ".") && !isMessage($0.key) }
    guard !shapes.isEmpty else { return [] }
    var lines = ["", "\(level) Types", ""]
    for (name, schema) in shapes.sorted(by: { $0.key < $1.key }) {
      lines += ["\(level)# \(name)", ""]
      if let said = comments[name] { lines += [said, ""] }
      if case .object(let fields) = schema {
        lines += fields.isEmpty ? ["It has no members.", ""] : table(fields, of: name)
      } else {
        lines += ["Written as \(words(of: schema)).", ""]
      }
    }
    return lines
  }

  private func isMessage(_ type: String) -> Bool { catalogue.messages.contains { $0.type == type } }

  private func table(_ fields: [Schema.Field], of type: String) -> [String] {
    let rows = fields.map { field in
      let words = words(of: field.schema) + (field.isRequired ? "" : ", or left out")
      let meaning = comments["\(type).\(field.name)"] ?? ""
      return "| `\(field.name)` | \(CataloguePages.cell(words)) | \(CataloguePages.cell(meaning)) |"
    }
    return ["| Member | Type | Meaning |", "|---|---|---|"] + rows + [""]
  }

  /// A type in words, such as `list of whole numbers`.
  private func words(of schema: Schema) -> String {
    switch schema {
    case .text: "text"
    case .flag: "true or false"
    case .number: "number"
    case .integer: "whole number"
    case .choice(let values): values.map(CataloguePages.code).joined(separator: ", ")
    case .list(let element): "list of \(words(of: element))"
    case .map(let element, nil): "object of \(words(of: element))"
    case .map(let element, let keys?):
      "object of \(words(of: element)) for \(keys.map(CataloguePages.code).joined(separator: ", "))"
    case .object: "object"
    case .custom(let form): form.words
    case .reference(let name): "`\(name)`"
    case .optional(let schema): words(of: schema)
    case .anything: "any JSON"
    }
  }

  private static func code(_ value: JSONValue) -> String {
    switch value {
    case .text(let text): "`\(text)`"
    case .integer(let number): "`\(number)`"
    default: "`null`"
    }
  }

  /// A text for a cell of a table.
  private static func cell(_ text: String) -> String {
    text.split(separator: "\n\n").joined(separator: " ")
      .split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}
