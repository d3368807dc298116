import Core
import FileSystem
import Glibc
import RemindersContract

/// Notices given while nothing could show them, for the next program that can.
///
/// One id per line in a small file under a lock. It only refers to notices in the inbox, so that
/// losing it loses no notice.
public struct WaitingNotices: Sendable {
  /// The maximum; older notices stay in the inbox only.
  private static let most = 50

  private let file: SharedFile

  public init(_ home: Home) {
    file = SharedFile(home.path + "/notices-waiting", limit: 8 << 10)
  }

  /// Adds notices to the queue.
  public func add(_ notices: [NoticeID]) {
    change { waiting in
      waiting = (waiting + notices.filter { !waiting.contains($0) }).suffix(WaitingNotices.most)
    }
  }

  /// Removes and returns all notices, so that only one program shows them.
  public func take() -> [NoticeID] {
    guard access(file.path, F_OK) == 0 else { return [] }
    var taken: [NoticeID] = []
    change { waiting in
      taken = waiting
      waiting = []
    }
    return taken
  }

  private func change(_ body: (inout [NoticeID]) -> Void) {
    try? file.change { bytes in
      let before = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        .compactMap { NoticeID(String($0)) }
      var waiting = before
      body(&waiting)
      guard waiting != before else { return }
      bytes = Array(waiting.map { "\($0)\n" }.joined().utf8)
    }
  }
}
