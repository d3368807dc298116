import Core
import EngineDriving
import FileSystem
import Glibc
import Locks
import ServerStorage
import Testing

/// Random bytes that are the same for a seed.
public func seeded(_ seed: UInt64) -> RandomBytes {
  let generator = SharedLocked(SplitMix64(seed: seed))
  return { count in
    generator.withLock { generator in
      (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
  }
}

/// Calls `body` with a new folder, which is gone afterwards.
public func withFolder<T>(_ body: (String) async throws -> T) async throws -> T {
  var template = Array("/tmp/store-XXXXXX".utf8CString)
  guard mkdtemp(&template) != nil else { throw FileError(code: errno) }
  let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  defer {
    for name in (try? FolderListing.names(in: folder)) ?? [] { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }
  return try await body(folder)
}

/// The error of a kind that `body` throws; nil if it throws none.
///
/// Any other error is a failure of the test.
public func thrown<T, Failure: Error>(
  _ kind: Failure.Type,
  _ body: () async throws -> T
) async -> Failure? {
  do {
    _ = try await body()
    return nil
  } catch let error as Failure {
    return error
  } catch {
    Issue.record(error)
    return nil
  }
}

/// Waits until a condition is true, at most twenty seconds; returns whether it is.
public func comesTrue(_ condition: () throws -> Bool) async throws -> Bool {
  for _ in 0..<4000 {
    if try condition() { return true }
    try await Task.sleep(for: .milliseconds(5))
  }
  return try condition()
}
