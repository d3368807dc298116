import Locks
import Replication

/// Lets no time pass: a pause lasts until something ends it.
final class EndlessPause: Pause {
  func sleep(milliseconds: Int64) async {
    let (stream, _) = AsyncStream.makeStream(of: Never.self)
    for await _ in stream {}
  }
}

/// Lets all time pass at once, and notes how much it was.
final class NoPause: Pause {
  private let noted = Locked<[Int64]>([])
  var pauses: [Int64] { noted.withLock { $0 } }

  func sleep(milliseconds: Int64) async {
    noted.withLock { $0.append(milliseconds) }
    await Task.yield()
  }
}
