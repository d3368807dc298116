import Core
import Locks
import Pages

/// Uploaded files that wait until their person has checked and confirmed their contents.
///
/// They are in memory, so that a program that ends leaves no personal file behind. A file is
/// identified by a name that cannot be guessed.
final class WaitingUploads: Sendable {
  /// The limits of waiting files; the oldest are removed first.
  struct Limits: Sendable {
    var files = 16
    var bytes = 64 << 20
    /// Milliseconds for which a file waits.
    var time: Int64 = 30 * 60_000
  }

  private struct Waiting: Sendable {
    let token: String
    let file: UploadedFile
    let at: Instant
  }

  private let limits: Limits
  private let files = Locked<[Waiting]>([])

  init(limits: Limits = Limits()) { self.limits = limits }

  /// Keeps a file, and returns the name by which it is found.
  func keep(_ file: UploadedFile, at now: Instant) -> String {
    let token = RandomToken.make(bytes: 16)
    files.withLock { files in
      expire(&files, at: now)
      files.append(Waiting(token: token, file: file, at: now))
      var bytes = files.reduce(0) { $0 + $1.file.bytes.count }
      while files.count > 1, files.count > limits.files || bytes > limits.bytes {
        bytes -= files.removeFirst().file.bytes.count
      }
    }
    return token
  }

  /// - Throws: a `DomainError` if the file no longer waits.
  func file(_ token: String, at now: Instant) throws -> UploadedFile {
    let file = files.withLock { files in
      expire(&files, at: now)
      return files.first { $0.token == token }?.file
    }
    guard let file else {
      throw DomainError(
        "upload-expired",
        "The file is no longer kept here, since it waited too long. Nothing was imported: choose "
          + "it once more."
      )
    }
    return file
  }

  /// Removes a file that was imported.
  func drop(_ token: String) {
    files.withLock { $0.removeAll { $0.token == token } }
  }

  private func expire(_ files: inout [Waiting], at now: Instant) {
    files.removeAll { now.milliseconds - $0.at.milliseconds > limits.time }
  }
}
