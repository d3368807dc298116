import CUV

/// A stream of bytes to or from another program, until closed or released.
@LoopActor
public final class LoopPipe {
  let handle: Handle<uv_pipe_t>
  private let reader: PipeReader

  init() throws(UVError) {
    let reader = PipeReader()
    self.reader = reader
    handle = try Handle(uv_pipe_t(), receiver: reader, "make a pipe") { uv_pipe_init($0, $1, 0) }
  }

  /// Takes ownership of an open descriptor of a pipe or Unix socket and closes it with the pipe.
  public convenience init(descriptor: Int32) throws(UVError) {
    try self.init()
    try handle.use("use descriptor \(descriptor) as a pipe") { uv_pipe_open($0, descriptor) }
  }

  /// The pipe as libuv's stream type; nil once closed.
  var stream: UnsafeMutablePointer<uv_stream_t>? {
    guard let pipe = handle.pointer else { return nil }
    // `uv_pipe_t` begins with the fields of `uv_stream_t`.
    return UnsafeMutableRawPointer(pipe).assumingMemoryBound(to: uv_stream_t.self)
  }

  /// Reads until the other side ends the stream; `ended` gets the error if that was the cause.
  public func read(
    _ body: @escaping @LoopActor ([UInt8]) -> Void,
    ended: @escaping @LoopActor (UVError?) -> Void
  ) throws(UVError) {
    reader.body = body
    reader.ended = ended
    let stream = stream
    try handle.use("read from a pipe") { _ in
      uv_read_start(stream, pipeWantsMemory, pipeHasBytes)
    }
  }

  /// Writes all bytes, in the order of the calls, without waiting.
  ///
  /// - Parameter then: called when the system has accepted them, or with the error.
  public func write(
    _ bytes: [UInt8],
    then: @escaping @LoopActor (UVError?) -> Void = { _ in }
  ) throws(UVError) {
    let stream = stream
    let request = PipeWrite(bytes, then)
    try handle.use("write to a pipe") { _ in request.start(on: stream) }
  }

  /// Ends the stream for the other side once everything before it is written.
  public func endWriting() throws(UVError) {
    let stream = stream
    let request = UnsafeMutablePointer<uv_shutdown_t>.allocate(capacity: 1)
    request.initialize(to: uv_shutdown_t())
    do {
      try handle.use("end a pipe") { _ in uv_shutdown(request, stream, pipeWasEnded) }
    } catch {
      request.deallocate()
      throw error
    }
  }

  /// Closes the pipe at once; pending writes are dropped.
  public func close() {
    reader.body = nil
    reader.ended = nil
    handle.close()
  }
}

/// The object that a pipe's callbacks access.
@LoopActor
private final class PipeReader {
  var body: (@LoopActor ([UInt8]) -> Void)?
  var ended: (@LoopActor (UVError?) -> Void)?

  nonisolated init() {}

  func end(_ error: UVError?) {
    let ended = ended
    body = nil
    self.ended = nil
    ended?(error)
  }

  nonisolated static func of(_ stream: UnsafeMutablePointer<uv_stream_t>) -> PipeReader? {
    guard let data = stream.pointee.data else { return nil }
    // The handle retains its reader until it is closed.
    return Unmanaged<PipeReader>.fromOpaque(data).takeUnretainedValue()
  }
}

/// A pending write, with the memory that libuv needs until it is done.
private final class PipeWrite {
  private let request: UnsafeMutablePointer<uv_write_t>
  private let bytes: UnsafeMutableBufferPointer<CChar>
  private let then: @LoopActor (UVError?) -> Void

  init(_ content: [UInt8], _ then: @escaping @LoopActor (UVError?) -> Void) {
    request = .allocate(capacity: 1)
    request.initialize(to: uv_write_t())
    bytes = .allocate(capacity: content.count)
    for (index, byte) in content.enumerated() {
      bytes.initializeElement(at: index, to: CChar(bitPattern: byte))
    }
    self.then = then
  }

  deinit {
    request.deallocate()
    bytes.deallocate()
  }

  func start(on stream: UnsafeMutablePointer<uv_stream_t>?) -> Int32 {
    var buffer = uv_buf_init(bytes.baseAddress, UInt32(bytes.count))
    let held = Unmanaged.passRetained(self)
    request.pointee.data = held.toOpaque()
    let code = uv_write(request, stream, &buffer, 1, pipeWasWritten)
    if code < 0 { held.release() }
    return code
  }

  static func finish(_ request: UnsafeMutablePointer<uv_write_t>, _ status: Int32) {
    guard let data = request.pointee.data else { return }
    // Retained by `start`; libuv calls back once for each write it accepted.
    let then = Unmanaged<PipeWrite>.fromOpaque(data).takeRetainedValue().then
    let error = status < 0 ? UVError(code: status, operation: "write to a pipe") : nil
    LoopActor.assumeIsolated { then(error) }
  }
}

private func pipeWantsMemory(
  _: UnsafeMutablePointer<uv_handle_t>?,
  _ size: Int,
  _ buffer: UnsafeMutablePointer<uv_buf_t>?
) {
  buffer?.pointee = uv_buf_init(.allocate(capacity: size), UInt32(size))
}

private func pipeHasBytes(
  _ stream: UnsafeMutablePointer<uv_stream_t>?,
  _ count: Int,
  _ buffer: UnsafePointer<uv_buf_t>?
) {
  let memory = buffer?.pointee.base
  defer { memory?.deallocate() }
  guard let stream, let reader = PipeReader.of(stream) else { return }
  if count > 0 {
    let bytes = [UInt8](UnsafeRawBufferPointer(start: memory, count: count))
    LoopActor.assumeIsolated { reader.body?(bytes) }
  } else if count < 0 {
    uv_read_stop(stream)
    let code = Int32(truncatingIfNeeded: count)
    let isEnd = code == UV_EOF.rawValue
    let error = isEnd ? nil : UVError(code: code, operation: "read from a pipe")
    LoopActor.assumeIsolated { reader.end(error) }
  }
}

private func pipeWasWritten(_ request: UnsafeMutablePointer<uv_write_t>?, _ status: Int32) {
  if let request { PipeWrite.finish(request, status) }
}

private func pipeWasEnded(_ request: UnsafeMutablePointer<uv_shutdown_t>?, _: Int32) {
  request?.deallocate()
}
