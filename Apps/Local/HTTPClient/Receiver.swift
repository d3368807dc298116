import CCurl

/// Receives an answer as it arrives, on the thread of its transfer.
final class Receiver {
  /// The maximum size of headers; servers send one to four thousand bytes.
  static let mostHeaderBytes = 64 << 10

  typealias Body =
    @Sendable (UnsafeRawBufferPointer, HTTPResponse) throws(HTTPClientError) -> Bool

  private let host: String
  private let limit: Int
  /// Receives the bytes of a body with the response so far; returns false to reject them.
  private let intercept: Body?
  private(set) var status = 0
  private(set) var headers = HTTPHeaders()
  private(set) var body: [UInt8] = []
  /// The error because of which no more bytes are accepted.
  private(set) var failure: HTTPClientError?
  /// The number of bytes that have arrived.
  private(set) var count = 0
  private var headerBytes = 0
  private var headerHasEnded = false

  init(host: String, limit: Int, intercept: Body? = nil) {
    self.host = host
    self.limit = limit
    self.intercept = intercept
  }

  /// Whether the answer begins like HTTP, up to the end of its header.
  var isComplete: Bool { status > 0 && headerHasEnded }

  var response: HTTPResponse { HTTPResponse(status: status, headers: headers, body: body) }

  /// Receives a line of the header, with its line ending.
  fileprivate func add(line bytes: UnsafeRawBufferPointer) -> Bool {
    count += bytes.count
    headerBytes += bytes.count
    guard headerBytes <= Receiver.mostHeaderBytes else {
      return fail(.tooLarge(host: host, limit: Receiver.mostHeaderBytes))
    }
    let line = String(decoding: bytes, as: UTF8.self).prefix { !$0.isNewline }
    guard line.hasPrefix("HTTP/") else {
      if line.isEmpty { headerHasEnded = true } else { headers.add(line: line) }
      return true
    }
    headerHasEnded = false
    // The final answer may follow others, such as 100 Continue.
    headers = HTTPHeaders()
    let words = line.split(separator: " ")
    status = words.count > 1 ? Int(words[1]) ?? 0 : 0
    return true
  }

  /// Receives bytes of the body, decompressed.
  fileprivate func add(_ bytes: UnsafeRawBufferPointer) -> Bool {
    count += bytes.count
    do throws(HTTPClientError) {
      if let intercept, try intercept(bytes, HTTPResponse(status: status, headers: headers)) {
        return true
      }
    } catch { return fail(error) }
    guard body.count + bytes.count <= limit else {
      return fail(.tooLarge(host: host, limit: limit))
    }
    body += bytes
    return true
  }

  private func fail(_ error: HTTPClientError) -> Bool {
    failure = error
    return false
  }
}

/// Called by libcurl for each line of the header.
func receiveHeader(
  _ bytes: UnsafePointer<CChar>,
  _ size: Int,
  _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  receive(bytes, size, count, context) { $0.add(line: $1) }
}

/// Called by libcurl for each piece of the body.
func receiveBody(
  _ bytes: UnsafePointer<CChar>,
  _ size: Int,
  _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  receive(bytes, size, count, context) { $0.add($1) }
}

/// - Returns: the number of bytes; 0 if `take` rejects them.
private func receive(
  _ bytes: UnsafePointer<CChar>,
  _ size: Int,
  _ count: Int,
  _ context: UnsafeMutableRawPointer?,
  _ take: (Receiver, UnsafeRawBufferPointer) -> Bool
) -> Int {
  guard let context else { return 0 }
  let receiver = Unmanaged<Receiver>.fromOpaque(context).takeUnretainedValue()
  let length = size * count
  guard length > 0 else { return 0 }
  // libcurl treats any other number as a failure.
  return take(receiver, UnsafeRawBufferPointer(start: bytes, count: length)) ? length : 0
}
