import ArgumentParser
import Commands
import Core
import Glibc
import Journals
import Locks
import Pages
import Presentation
import Products
import ProfileContract
import Runtime
import Terminal
import TestKit
import Testing

/// A space, and all through which a person or a program looks at it, in one process.
struct OpenSpace: Sendable {
  let page: PageContext
  private let runtime: Runtime
  private let contributions: Contributions

  /// Opens a space into which `facts` were merged, at noon in UTC of `day`.
  static func open(
    _ product: Product,
    _ facts: [StampedFact],
    on day: Day
  ) async throws -> OpenSpace {
    let now = Instant(seconds: Int64(day.number) * 86_400 + 43_200)
    let runtime = try Runtime(
      modules: product.modules,
      journal: MemoryJournal(),
      device: DeviceID(rawValue: 1),
      policies: product.policies,
      clock: FixedClock(now),
      random: SplitMix64(seed: 1)
    )
    let client = runtime.client(for: .owner, in: SpaceID(rawValue: 7))
    let records = try facts.enumerated().map {
      try FactRecord($1.fact, id: FactID(rawValue: UInt128($0 + 1)), stamp: $1.stamp)
    }
    try await client.merge(records)
    let page = PageContext(
      product: product,
      settings: [],
      now: now,
      calendar: try await client.ask(CurrentProfile()).calendar,
      space: client
    )
    let presentations = ProductCatalog.pagePresentations(of: product)
    return OpenSpace(
      page: page,
      runtime: runtime,
      contributions: Contributions(presentations, for: product)
    )
  }

  func close() async { await runtime.close() }

  var product: Product { page.product }
  var today: Day { page.today }

  func ask<Q: Query>(_ query: Q) async throws -> Q.Reply { try await page.space.ask(query) }

  // MARK: Surfaces

  /// Returns what a command prints.
  func command(
    _ words: [String],
    json: Bool = false,
    on profile: TerminalProfile = .screenReader
  ) async throws -> String {
    let commands = ProductCatalog.commands(of: product)
    let type = try #require(commands.first { $0.configuration.commandName == words[0] })
    let parsed = try await type.asyncParseAsRoot(
      words.dropFirst() + (json ? ["--json"] : [])
    )
    let command = try #require(parsed as? any TrellisCommand)
    let context = CommandContext(
      product: product,
      settings: [],
      now: page.now,
      calendar: page.calendar,
      screen: Screen(profile, theme: product.theme),
      format: json ? .json : .text,
      space: page.space
    )
    let printed = Printed()
    try await CapturedOutput.$take.withValue({ printed.add($0) }) {
      try await command.run(in: context)
    }
    return printed.text
  }

  /// Returns the markup of a page.
  func page(
    _ path: String,
    _ parameters: [String: String] = [:],
    query: [String: String] = [:]
  ) async throws -> Markup {
    let page = try #require(contributions.pages.first { $0.path == path })
    let request = PageRequest(
      context: self.page,
      parameters: parameters,
      query: query,
      path: path,
      contributions: contributions,
      protection: FormProtection(token: "token")
    )
    return Markup(try await page.body(request).body.markup[...])
  }

  /// All documents of the API.
  var documents: [DocumentEndpoint] { contributions.documents }

  /// Returns a document of the API.
  func document<Content: Decodable>(
    _ type: Content.Type,
    _ path: String,
    _ values: [String: String] = [:]
  ) async throws -> Content {
    let endpoint = try #require(contributions.documents.first { $0.path == path })
    let bytes = try await endpoint.body(DocumentRequest(context: page, values: values))
    return try JSON.decode(type, from: bytes)
  }
}

/// What commands printed.
private final class Printed: Sendable {
  private let bytes = Locked<[UInt8]>([])

  func add(_ more: [UInt8]) { bytes.withLock { $0 += more } }
  var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }
}

/// A page, read as text between tags that are known.
struct Markup {
  private let text: Substring

  init(_ text: Substring) { self.text = text }

  /// Returns the parts that begin with `start`, each up to the next one.
  func parts(from start: String) -> [Markup] {
    var (parts, rest) = ([Markup](), text)
    while let found = rest.place(of: start) {
      rest = rest[found.upperBound...]
      let end = rest.place(of: start)?.lowerBound ?? rest.endIndex
      parts.append(Markup(rest[..<end]))
      rest = rest[end...]
    }
    return parts
  }

  /// Returns the text between the first `start` and the `end` that follows it, as it is read.
  func between(_ start: String, _ end: String) -> String? {
    guard let from = text.place(of: start)?.upperBound,
      let to = text[from...].place(of: end)?.lowerBound
    else { return nil }
    return Markup.read(text[from..<to])
  }

  func contains(_ part: String) -> Bool { text.place(of: part) != nil }

  /// Replaces the entities of HTML.
  private static func read(_ text: Substring) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return String(text) }
    return String(text).replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&quot;", with: "\"").replacing("&#39;", with: "'")
      .replacing("&amp;", with: "&")
  }
}

extension Substring {
  /// Where some text first occurs, found by its bytes.
  ///
  /// The standard library's search goes by characters, and takes long for a page in a debug build.
  fileprivate func place(of wanted: String) -> Range<Index>? {
    let offset = String(self).withCString { text -> Int? in
      guard let found = strstr(text, wanted) else { return nil }
      return text.distance(to: UnsafePointer(found))
    }
    guard let offset else { return nil }
    let start = utf8.index(startIndex, offsetBy: offset)
    return start..<utf8.index(start, offsetBy: wanted.utf8.count)
  }
}
