import Core
import Glibc
import RemindersContract

/// Notices given while nothing could show them, for the next program that can.
///
/// One id per line in a small file under a lock. It only refers to notices in the inbox, so that
/// nothing is lost with it.
public struct WaitingNotices: Sendable {
  /// Older ones stay in the inbox only.
  private static let most = 50

  private let path: String

  public init(_ home: Home) { path = home.path + "/notices-waiting" }

  /// Adds notices to the queue.
  public func add(_ notices: [NoticeID]) {
    change { waiting in
      waiting = (waiting + notices.filter { !waiting.contains($0) }).suffix(WaitingNotices.most)
    }
  }

  /// Removes and returns all notices, so that only one program shows them.
  public func take() -> [NoticeID] {
    guard access(path, F_OK) == 0 else { return [] }
    var taken: [NoticeID] = []
    change { waiting in
      taken = waiting
      waiting = []
    }
    return taken
  }

  private func change(_ body: (inout [NoticeID]) -> Void) {
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return }
    defer { close(file) }
    guard flock(file, LOCK_EX) == 0 else { return }
    let before = WaitingNotices.read(file)
    var waiting = before
    body(&waiting)
    guard waiting != before else { return }
    let bytes = Array(waiting.map { "\($0)\n" }.joined().utf8)
    guard ftruncate(file, 0) == 0 else { return }
    _ = pwrite(file, bytes, bytes.count, 0)
  }

  private static func read(_ file: Int32) -> [NoticeID] {
    var bytes = [UInt8](repeating: 0, count: 8 << 10)
    let count = pread(file, &bytes, bytes.count, 0)
    guard count > 0 else { return [] }
    return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
      .compactMap { NoticeID(String($0)) }
  }
}
