import Core
import FileSystem

/// The folder of the frozen messages, one file for each version of each message.
public struct FrozenMessages: Sendable {
  public let folder: String
  public private(set) var messages: [FrozenMessage]

  /// Where the files are in the project in the folder `root`.
  public static func folder(in root: String) -> String { root + "/Tests/Compatibility/messages" }

  /// Reads all files of `folder`.
  ///
  /// - Throws: an error that names the file that cannot be read.
  public init(in folder: String) throws {
    self.folder = folder
    let names = try FolderListing.names(in: folder).filter { $0.hasSuffix(".json") }.sorted()
    messages = try names.map { name in
      do {
        let bytes = try FileContents.read("\(folder)/\(name)", limit: 1 << 22)
        let message = try JSON.decode(FrozenMessage.self, from: bytes)
        guard message.file == name else { throw CatalogueError("it is of \(message.file)") }
        return message
      } catch { throw CatalogueError("\(folder)/\(name) cannot be read: \(error)") }
    }
  }

  /// What `catalogue` breaks, and what to do about it; empty if nothing.
  public func breaks(in catalogue: Catalogue) -> [String] {
    messages.flatMap { frozen in
      frozen.breaks(in: catalogue).map { "\(frozen.name), version \(frozen.version): \($0)." }
    }
  }

  /// What still has to be frozen: new messages and versions, and additions to existing ones.
  public func unfrozen(in catalogue: Catalogue) -> [FrozenMessage] {
    catalogue.messages.compactMap { message in
      guard var now = FrozenMessage(message, in: catalogue) else { return nil }
      guard let frozen = messages.first(where: { $0.file == now.file }) else { return now }
      guard
        frozen.schema != now.schema || frozen.reply != now.reply
          || frozen.isAnnounced != now.isAnnounced
      else { return nil }
      // What was written stays; the new member is in a sample of its own.
      now.samples = frozen.samples + now.samples.filter { !frozen.samples.contains($0) }
      now.replies = frozen.replies.map { old in
        old + (now.replies ?? []).filter { !old.contains($0) }
      }
      return now
    }
  }

  /// Writes what still has to be frozen, and returns the names of its files.
  ///
  /// - Throws: ``CatalogueError`` if something is broken: nothing is written then.
  public func freeze(_ catalogue: Catalogue) throws -> [String] {
    let broken = breaks(in: catalogue)
    guard broken.isEmpty else { throw CatalogueError(FrozenMessages.advice(broken)) }
    let new = unfrozen(in: catalogue)
    let files = Set(new.map(\.file))
    // The other files too, in case somebody has added a sample in another layout.
    return try (messages.filter { !files.contains($0.file) } + new).compactMap { message in
      let bytes = Array((try JSON.pretty(message) + "\n").utf8)
      let path = "\(folder)/\(message.file)"
      if let before = try? FileContents.read(path), before == bytes { return nil }
      try AtomicFile.write(bytes, to: path)
      return message.file
    }
  }

  /// What to do about broken messages.
  public static func advice(_ broken: [String]) -> String {
    """
    \(broken.joined(separator: "\n"))

    Others rely on these messages: journals, other devices, plugins, scripts. Nothing frozen is edited.
    - A fact: leave the type readable. Raise its `version`, read the old payload in `upcast`, and run
      Tools/catalogue --freeze, which adds a file for the new version. Give the old file “becomes”: its
      samples as the new version writes them.
    - A request or an event: make a new one with a new name, have the old one go on, and give it a
      `deprecation` that leads to the new one. It may go with the next major version of the kernel;
      its file then says “withdrawn”.
    - If something was only to be added: make the new member optional.
    """
  }
}
