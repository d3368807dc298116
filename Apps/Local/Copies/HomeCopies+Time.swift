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

  /// What became of an attempt, as its file says beside the day.
  enum Progress: String {
    case finished = ""
    /// It has not made its copy, or not yet.
    case unfinished
    /// There was no room on the disk. Earlier versions look for the first of these words.
    case lackedRoom = "unfinished no-room"
  }

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
    return last.day < day || last.day == day && last.progress != .finished
  }

  /// The last attempt; nil before the first.
  private var lastAttempt: (day: Day, progress: Progress)? {
    let text = try? FileContents.read(attempt, limit: 64, allowsPipes: false)
    let parts = String(decoding: text ?? [], as: UTF8.self).split(separator: " ", maxSplits: 1)
    guard let day = parts.first.flatMap({ Day(String($0)) }) else { return nil }
    return (day, parts.count > 1 ? Progress(rawValue: String(parts[1])) ?? .unfinished : .finished)
  }

  /// Words for the person while the disk has no room for a copy; nil unless the last attempt failed
  /// for that.
  public var roomWarning: String? {
    guard areOn, let last = lastAttempt, last.progress == .lackedRoom, !hasRoom else { return nil }
    return "The disk is nearly full, so no copy of your data was made on \(last.day). What you "
      + "entered is kept: free some space, and it is tried again later."
  }

  private var secondsSinceAttempt: Int {
    var status = stat()
    return stat(attempt, &status) == 0 ? time(nil) - status.st_mtim.tv_sec : .max
  }

  func note(attemptOn day: Day, _ progress: Progress) throws {
    let text = progress == .finished ? day.description : "\(day) \(progress.rawValue)"
    do throws(FileError) {
      try AtomicFile.write(Array(text.utf8), to: attempt)
    } catch { throw unwritable(error) }
  }

  /// Makes the copy of a day if it is due, in a separate process that outlives this one.
  ///
  /// A failure to start it is not an error of the person's command: it is retried later.
  ///
  /// - Parameter warn: takes what the person has to know of the last attempt.
  public func startIfDue(on day: Day, _ warn: (String) -> Void) {
    guard isDue(on: day) else { return }
    // Nobody sees what the other process says.
    if let roomWarning { warn(roomWarning) }
    let arguments = [HomeCopies.command, "--day", day.description]
    _ = try? DetachedProgram("/proc/self/exe", arguments, output: "/dev/null")
  }
}
