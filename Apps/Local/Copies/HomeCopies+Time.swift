import Core
import FileSystem
import Glibc

/// When a copy is made.
extension HomeCopies {
  /// The backoff in seconds before a failed attempt is repeated on the same day.
  private static let patience = 3600

  /// The hidden command of `trellis` that makes the copy of a day.
  public static let command = "keep-copies"

  /// A file with the day of the last attempt, whose age gives the time.
  private var attempt: String { folder + "/.attempt" }

  /// Stands beside the day of an attempt that has not made its copy.
  private static let unfinished = "unfinished"

  /// Whether the copy of a day is due; only checks a few files.
  public func isDue(on day: Day) -> Bool {
    let isMissing = areOn && lacks(copyOf: day)
    // With copies off, existing ones still lose what is erased, once a day.
    guard isMissing || !areOn && access(folder, F_OK) == 0 else { return false }
    guard lastAttempt?.day == day else { return true }
    return isMissing && !(0..<Self.patience).contains(secondsSinceAttempt)
  }

  /// Whether a day has no copy of its own.
  ///
  /// A copy that is there before the first attempt on its day was made while the clock was ahead,
  /// and lacks what was entered since.
  func lacks(copyOf day: Day) -> Bool {
    guard access(copy(of: day).path, F_OK) == 0 else { return true }
    guard let last = lastAttempt else { return false }
    return last.day < day || last.day == day && last.isUnfinished
  }

  /// The last attempt; nil before the first.
  private var lastAttempt: (day: Day, isUnfinished: Bool)? {
    let text = try? FileContents.read(attempt, limit: 64, allowsPipes: false)
    let words = text.map { String(decoding: $0, as: UTF8.self).split(separator: " ") } ?? []
    guard let day = words.first.flatMap({ Day(String($0)) }) else { return nil }
    return (day, words.dropFirst().contains { $0 == Self.unfinished })
  }

  private var secondsSinceAttempt: Int {
    var status = stat()
    return stat(attempt, &status) == 0 ? time(nil) - status.st_mtim.tv_sec : .max
  }

  /// - Parameter isUnfinished: whether its copy is not there yet.
  func note(attemptOn day: Day, isUnfinished: Bool) throws {
    let text = isUnfinished ? "\(day) \(Self.unfinished)" : day.description
    do throws(FileError) {
      try AtomicFile.write(Array(text.utf8), to: attempt)
    } catch { throw unwritable(error) }
  }

  /// Makes the copy of a day if it is due, in a separate process that outlives this one.
  ///
  /// A failure to start it is not an error of the person's command: it is retried later.
  public func startIfDue(on day: Day) {
    guard isDue(on: day) else { return }
    let arguments = [HomeCopies.command, "--day", day.description]
    _ = try? DetachedProgram("/proc/self/exe", arguments, output: "/dev/null")
  }
}
