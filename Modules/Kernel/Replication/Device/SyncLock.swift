import Core
import FileSystem

/// Lets one program at a time synchronize a home.
///
/// The system releases it however the program ends.
public struct SyncLock: Sendable {
  public let path: String

  public init(_ path: String) { self.path = path }

  /// Takes the lock unless another program has it; does not wait.
  ///
  /// - Returns: the lock, which is released with its last reference; nil if another program holds
  ///   it.
  /// - Throws: a `DomainError` if the file cannot be made.
  public func take() throws(DomainError) -> AdvisoryLock? {
    do throws(FileError) {
      let lock = try AdvisoryLock(path)
      return try lock.acquireUnlessHeld() ? lock : nil
    } catch {
      throw DomainError(
        "sync-lock-unusable",
        "\(path) cannot be locked (\(error)). Nothing was sent and nothing is lost: give yourself the "
          + "right to write there, or put the folder on a disk of this computer."
      )
    }
  }
}
