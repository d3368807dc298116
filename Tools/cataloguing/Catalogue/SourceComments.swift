import Core
import FileSystem

/// The documentation comments of types and their members, from contracts and Core.
///
/// Sources are laid out by the formatter, so that indentation tells where a declaration ends.
public struct SourceComments: Sendable {
  /// By path: `Tracking.CheckSet`, `Tracking.CheckSet.day`.
  private var words: [String: String] = [:]
  /// The types of members, as they are written, by path.
  private var types: [String: String] = [:]

  /// Reads the sources of the project in the folder `root`.
  public init(of root: String) throws {
    let modules = root + "/Modules"
    for module in try FolderListing.names(in: modules) {
      let folder = "\(modules)/\(module)/Contract"
      guard let names = try? FolderListing.names(in: folder) else { continue }
      try read(names.map { "\(folder)/\($0)" }, as: module)
    }
    let core = modules + "/Kernel/Core"
    for part in try FolderListing.names(in: core) {
      let names = try FolderListing.names(in: "\(core)/\(part)")
      try read(names.map { "\(core)/\(part)/\($0)" }, as: "Core")
    }
  }

  /// The comment on a type or a member, or else on the member's type; nil if there is none.
  public subscript(path: String) -> String? { words[path] ?? types[path].flatMap(words(of:)) }

  /// The comment on the type of that name; nil if there is none, or one in several modules.
  private func words(of type: String) -> String? {
    let found = words.filter { $0.key.hasSuffix("." + type) && types[$0.key] == nil }
    return found.count == 1 ? found.first.map { String($0.value.prefix { $0 != "\n" }) } : nil
  }

  private mutating func read(_ paths: [String], as module: String) throws {
    for path in paths where path.hasSuffix(".swift") {
      let bytes = try FileContents.read(path, limit: 1 << 20)
      read(String(decoding: bytes, as: UTF8.self), as: module)
    }
  }

  mutating func read(_ text: String, as module: String) {
    var scopes: [(name: String, indentation: Int)] = []
    var comment: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let code = line.drop { $0 == " " }
      let indentation = line.count - code.count
      if code.hasPrefix("///") {
        comment.append(code.dropFirst(3).drop { $0 == " " })
        continue
      }
      if code.hasPrefix("}") { scopes.removeAll { $0.indentation >= indentation } }
      if let declaration = Declaration(code) {
        let path = ([module] + scopes.map(\.name) + [declaration.name]).joined(separator: ".")
        if !declaration.isExtension, !comment.isEmpty {
          words[path] = SourceComments.plain(comment)
        }
        types[path] = declaration.type
        if declaration.isType { scopes.append((declaration.name, indentation)) }
      }
      comment = []
    }
  }

  /// Joins lines into paragraphs, and replaces symbols by their last name.
  private static func plain(_ lines: [Substring]) -> String {
    let paragraphs = lines.split(separator: "").map { $0.joined(separator: " ") }
    return paragraphs.map { paragraph in
      let parts = paragraph.split(separator: "``", omittingEmptySubsequences: false)
      return parts.enumerated().map { index, part in
        index % 2 == 0 ? String(part) : "`\(part.split(separator: "/").last ?? part)`"
      }.joined()
    }.joined(separator: "\n\n")
  }
}

/// The declaration of a type or a stored member in a line of code.
private struct Declaration {
  let name: String
  let isType: Bool
  let isExtension: Bool
  /// The type of a member whose type is a plain name.
  let type: String?

  init?(_ code: some StringProtocol) {
    let words = code.split(separator: " ").drop { word in
      word.hasPrefix("@") || ["public", "indirect", "final"].contains(word)
    }
    guard let kind = words.first, let next = words.dropFirst().first else { return nil }
    name = String(next.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." })
    isExtension = kind == "extension"
    isType = isExtension || ["struct", "enum", "class", "protocol"].contains(kind)
    let written = words.dropFirst(2).first.map { String($0.prefix { $0 != "?" }) }
    type = next.hasSuffix(":") && !isType ? written : nil
    guard isType || kind == "let" || kind == "var", !name.isEmpty else { return nil }
  }
}
