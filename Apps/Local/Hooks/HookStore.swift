import Core
import FileSystem
import Glibc

/// The hooks of a home, in files that only their owner can read or write.
///
/// They belong to this device: no fact, copy, export or sync contains them.
public struct HookStore: Sendable {
  private struct Contents: Codable {
    var hooks: [Hook] = []
    var next = 1
  }

  private static let patience = 5_000

  /// The file that lists them.
  public let path: String
  private let failuresPath: String
  private let lockPath: String

  public init(_ home: Home) {
    path = home.path + "/hooks.json"
    failuresPath = home.path + "/hooks-failed.json"
    lockPath = home.path + "/hooks.lock"
  }

  /// All hooks, in the order in which they were added.
  ///
  /// - Throws: a ``DomainError`` for a file that is damaged, or that others could have written: no
  ///   hook of such a file is run.
  public func all() throws -> [Hook] { try contents().hooks }

  /// Whether there may be hooks; only checks the folder.
  var mayHaveHooks: Bool { access(path, F_OK) == 0 }

  /// Adds a hook.
  ///
  /// - Parameter program: an absolute path.
  public func add(_ event: String, _ program: String, _ arguments: [String]) throws -> Hook {
    try change { contents in
      guard contents.hooks.count < HookLimits.hooks else {
        throw DomainError(
          "too-many-hooks",
          "\(HookLimits.hooks) programs run on events already, which is as many as there can be. "
            + "Nothing was changed: remove one with  trellis on --remove N"
        )
      }
      let hook = Hook(
        number: contents.next,
        event: event,
        program: program,
        arguments: arguments
      )
      contents.next += 1
      contents.hooks.append(hook)
      return hook
    }
  }

  /// Removes a hook, with the record of its failures.
  public func remove(_ number: Int) throws -> Hook {
    let removed = try change { contents in
      guard let place = contents.hooks.firstIndex(where: { $0.number == number }) else {
        throw DomainError(
          "no-such-hook",
          "There is no program \(number). Nothing was changed; to see them all, type: trellis on"
        )
      }
      return contents.hooks.remove(at: place)
    }
    changeFailures { $0.removeAll { $0.number == number } }
    return removed
  }

  /// The last failure of each hook, by its number.
  public func failures() -> [Int: HookFailure] {
    Dictionary(kept().map { ($0.number, $0) }) { $1 }
  }

  /// Stores how a hook has failed; a file that cannot be written does not stop anything.
  func note(_ failure: HookFailure) {
    changeFailures { failures in
      failures.removeAll { $0.number == failure.number }
      failures.append(failure)
    }
  }

  // MARK: Files

  private func contents() throws -> Contents {
    do throws(FileError) {
      guard let bytes = try PrivateFile.read(path, limit: HookLimits.bytes) else {
        guard mayHaveHooks else { return Contents() }
        throw FileError(code: EPERM)
      }
      return try read(bytes)
    } catch { throw unusable(error) }
  }

  private func read(_ bytes: [UInt8]) throws(FileError) -> Contents {
    guard let contents = try? JSON.decode(Contents.self, from: bytes) else {
      throw FileError(code: EINVAL)
    }
    return contents
  }

  private func change<T>(_ body: (inout Contents) throws -> T) throws -> T {
    let lock = try locked()
    defer { lock.release() }
    var contents = try contents()
    let result = try body(&contents)
    let bytes = try JSON.encode(contents)
    // Of a longer file only the beginning would be read, and then no program would run.
    guard bytes.count <= HookLimits.bytes else {
      throw DomainError(
        "hooks-too-large",
        "The programs that run on events and their arguments can take "
          + "\(ByteCount(HookLimits.bytes).words). Nothing was changed: put what is long into a file, "
          + "and name that."
      )
    }
    do throws(FileError) {
      try AtomicFile.write(bytes, to: path)
    } catch { throw unwritable(error) }
    return result
  }

  private func kept() -> [HookFailure] {
    let bytes = (try? PrivateFile.read(failuresPath, limit: HookLimits.bytes)) ?? nil
    return bytes.flatMap { try? JSON.decode([HookFailure].self, from: $0) } ?? []
  }

  private func changeFailures(_ body: (inout [HookFailure]) -> Void) {
    guard let lock = try? locked() else { return }
    defer { lock.release() }
    let before = kept()
    var failures = before
    body(&failures)
    guard failures != before, let bytes = try? JSON.encode(failures) else { return }
    try? AtomicFile.write(bytes, to: failuresPath)
  }

  private func locked() throws -> AdvisoryLock {
    do throws(FileError) {
      let lock = try AdvisoryLock(lockPath)
      guard lock.acquire(patience: HookStore.patience) else { throw FileError(code: EBUSY) }
      return lock
    } catch { throw unwritable(error) }
  }

  private func unwritable(_ error: FileError) -> DomainError {
    DomainError(
      "hooks-unwritable",
      "\(path) cannot be changed (\(error)). Nothing was changed, and your programs run as before: "
        + "free some space, or give yourself the right to write in its folder, then try again."
    )
  }

  private func unusable(_ error: FileError) -> DomainError {
    let reason =
      switch error.code {
      case EPERM: "others could have written it"
      case EINVAL: "it is damaged"
      default: "\(error)"
      }
    return DomainError(
      "hooks-unusable",
      "\(path) cannot be used (\(reason)). Your data is untouched, and none of your programs is run: "
        + "mend that file, or delete it and add your programs again."
    )
  }
}
