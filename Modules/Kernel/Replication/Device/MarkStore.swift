import Core
import FileSystem
import Sync

/// Keeps the highest number that was ever pushed, outside of the journal and its backups.
public protocol MarkStore: Sendable {
  /// - Returns: nil if none was ever kept.
  func load() throws -> AuthorMark?

  /// Keeps a mark, which survives a loss of power when this returns.
  func keep(_ mark: AuthorMark) throws
}

/// The mark in a file of its own.
public struct MarkFile: MarkStore {
  private static let longest = 100

  public let path: String

  public init(_ path: String) { self.path = path }

  /// The mark in the file; the mark of no device if the file holds none that can be read.
  ///
  /// In that case the device takes another identity: it cannot know which numbers it has used.
  ///
  /// - Throws: a `DomainError` if the file cannot be read.
  public func load() throws -> AuthorMark? {
    let text: String
    do throws(FileContents.Failure) {
      let bytes = try FileContents.read(path, limit: MarkFile.longest, allowsPipes: false)
      text = String(decoding: bytes, as: UTF8.self)
    } catch .system(let error) where error.isMissingFile {
      return nil
    } catch .tooLong {
      return MarkFile.unreadable
    } catch {
      throw unusable("\(error)")
    }
    let parts = text.split(whereSeparator: \.isWhitespace)
    guard parts.count == 2, let author = UInt64(parts[0], radix: 16), let number = Int(parts[1]),
      number >= 0
    else { return MarkFile.unreadable }
    return AuthorMark(author: DeviceID(rawValue: author), number: number)
  }

  private static let unreadable = AuthorMark(author: DeviceID(rawValue: 0), number: .max)

  /// - Throws: a `DomainError` if the file cannot be written.
  public func keep(_ mark: AuthorMark) throws {
    let line = "\(String(mark.author.rawValue, radix: 16)) \(mark.number)\n"
    do throws(FileError) {
      try AtomicFile.write(Array(line.utf8), to: path)
    } catch { throw unusable("\(error)") }
  }

  private func unusable(_ reason: String) -> DomainError {
    DomainError(
      "mark-unusable",
      "\(path), in which this device keeps what it has sent, cannot be used (\(reason)). Nothing was "
        + "sent and nothing is lost: make room or give yourself the right to write there."
    )
  }
}
