import Glibc
import Locks

/// The idle handles, and the threads of the requests that use the others.
final class CurlPool: Sendable {
  /// A program's requests come one after the other, beside one stream of events.
  private static let mostIdle = 2

  private let idle = Locked<[CurlHandles]>([])

  /// Runs the transfer on a thread of its own.
  ///
  /// - Throws: if the system has no thread left.
  func run(
    _ transfer: Transfer,
    _ curl: Curl,
    _ intercept: Receiver.Body?,
    host: String
  ) throws(HTTPClientError) {
    let work = ThreadWork { [self] in
      guard let handles = take(curl) else {
        return transfer.finish(.failure(.failed(host: host, code: 27)))
      }
      transfer.run(on: handles, intercept: intercept) { [self] in keep(handles) }
    }
    var thread = pthread_t()
    let reference = Unmanaged.passRetained(work)
    let code = pthread_create(&thread, nil, threadRuns, reference.toOpaque())
    guard code == 0 else {
      reference.release()
      throw .failed(host: host, code: 27)
    }
    pthread_detach(thread)
  }

  // The handles leave the lock's value with the only reference to them, and come back with it.

  private func take(_ curl: Curl) -> CurlHandles? {
    idle.withLockUnchecked { $0.popLast() } ?? CurlHandles(curl)
  }

  private func keep(_ handles: CurlHandles) {
    idle.withLockUnchecked { idle in
      if idle.count < CurlPool.mostIdle { idle.append(handles) }
    }
  }
}

private final class ThreadWork: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func threadRuns(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let work else { return nil }
  // Signals are for the program's other threads; OpenSSL writes to sockets that may be closed.
  var signals = sigset_t()
  sigfillset(&signals)
  pthread_sigmask(SIG_BLOCK, &signals, nil)
  Unmanaged<ThreadWork>.fromOpaque(work).takeRetainedValue().run()
  return nil
}
