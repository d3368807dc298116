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

  /// The code of the error about a file that was used.
  static let used = "upload-used"

  private struct Waiting: Sendable {
    let token: String
    let file: UploadedFile
    let at: Instant
  }

  /// Why a file no longer waits.
  private enum End: Sendable { case used, expired, displaced }

  private struct Files: Sendable {
    var waiting: [Waiting] = []
    /// The latest files that no longer wait, oldest first.
    var ended: [(token: String, end: End)] = []

    /// Removes the files that meet the condition.
    mutating func remove(_ end: End, where isRemoved: (Waiting) -> Bool) {
      ended += waiting.filter(isRemoved).map { ($0.token, end) }
      waiting.removeAll(where: isRemoved)
      ended.removeFirst(max(0, ended.count - 256))
    }
  }

  private let limits: Limits
  private let done: String
  private let files = Locked(Files())

  /// - Parameter done: what happens to a file in the end: `imported`.
  init(done: String, limits: Limits = Limits()) {
    self.done = done
    self.limits = limits
  }

  /// Keeps a file, and returns the name by which it is found.
  func keep(_ file: UploadedFile, at now: Instant) -> String {
    let token = RandomToken.make(bytes: 16)
    files.withLock { files in
      expire(&files, at: now)
      files.waiting.append(Waiting(token: token, file: file, at: now))
      var bytes = files.waiting.reduce(0) { $0 + $1.file.bytes.count }
      while files.waiting.count > 1, files.waiting.count > limits.files || bytes > limits.bytes {
        let oldest = files.waiting[0]
        bytes -= oldest.file.bytes.count
        files.remove(.displaced) { $0.token == oldest.token }
      }
    }
    return token
  }

  /// - Throws: a `DomainError` if the file no longer waits.
  func file(_ token: String, at now: Instant) throws -> UploadedFile {
    let (file, end) = files.withLock { files -> (UploadedFile?, End?) in
      expire(&files, at: now)
      let file = files.waiting.first { $0.token == token }?.file
      return (file, files.ended.last { $0.token == token }?.end)
    }
    guard let file else { throw gone(end) }
    return file
  }

  /// Removes a file that was used.
  func drop(_ token: String) {
    files.withLock { $0.remove(.used) { $0.token == token } }
  }

  private func expire(_ files: inout Files, at now: Instant) {
    files.remove(.expired) { now.milliseconds - $0.at.milliseconds > limits.time }
  }

  /// The error about a file that does not wait here; nil if it is not known why.
  private func gone(_ end: End?) -> DomainError {
    switch end {
    case .used:
      DomainError(
        Self.used,
        "This file was \(done) already, so it is no longer kept here. To see its contents again, choose "
          + "it once more."
      )
    case .expired:
      DomainError(
        "upload-expired",
        "The file is no longer kept here, since it waited too long. Nothing was \(done): choose it "
          + "once more."
      )
    case .displaced:
      DomainError(
        "upload-displaced",
        "The file is no longer kept here, since others were chosen after it. Nothing was \(done): "
          + "choose it once more."
      )
    case nil:
      // The program may have been started anew since then.
      DomainError("upload-unknown", "The file is no longer kept here: choose it once more.")
    }
  }
}
