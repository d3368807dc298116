import Core
import FileSystem
import Glibc
import Loop

/// A private file that redirects a browser to a one-time link.
///
/// A browser gets this file rather than the link: the arguments of a program are visible to all
/// users of the machine (proc(5), `/proc/pid/cmdline`).
public struct SignInFile: Sendable {
  private static let beginning = "open-"

  public let path: String

  /// Writes the file, and removes those that killed programs left behind.
  ///
  /// - Parameter link: the whole address.
  /// - Throws: a ``DomainError`` when it cannot be written.
  public init(for link: String, in home: Home) throws {
    let folder = try SignInFile.folder(home)
    SignInFile.sweep(folder)
    path = "\(folder)/\(SignInFile.beginning)\(RandomToken.make(bytes: 8)).html"
    // The only character in the address that has a meaning in HTML is "&".
    let address = link.split(separator: "&", omittingEmptySubsequences: false)
      .joined(separator: "&amp;")
    let page = """
      <!doctype html><meta charset="utf-8"><title>Trellis</title>
      <meta http-equiv="refresh" content="0;url=\(address)">

      """
    do throws(FileError) {
      try AtomicFile.write(Array(page.utf8), to: path)
    } catch {
      throw DomainError("link-unwritable", "\(path) cannot be written (\(error)).")
    }
  }

  public func remove() { unlink(path) }

  /// The socket file's folder if that is the system's runtime folder, otherwise the data folder.
  private static func folder(_ home: Home) throws -> String {
    guard let runtime = Home.variable("XDG_RUNTIME_DIR"), runtime.hasPrefix("/") else {
      return home.path
    }
    let folder = Home(path: runtime + "/trellis")
    try folder.create()
    return folder.path
  }

  /// Links expire after a minute; files of running programs are younger.
  private static func sweep(_ folder: String) {
    for name in (try? FolderListing.names(in: folder)) ?? [] {
      var status = stat()
      let path = "\(folder)/\(name)"
      guard name.hasPrefix(beginning), name.hasSuffix(".html"), stat(path, &status) == 0,
        time(nil) - status.st_mtim.tv_sec > 120
      else { continue }
      unlink(path)
    }
  }
}
