/// Finds the events in a stream of bytes, regardless of how it is split (WHATWG HTML, 9.2.6).
struct EventStreamParser {
  /// An event or a line exceeds the limit.
  struct TooLarge: Error {}

  /// The maximum number of bytes of one event, and of one line.
  let limit: Int
  private var line: [UInt8] = []
  private var wasReturn = false
  private var isAtStart = true
  private var type = ""
  private var data: [UInt8] = []
  private var hasData = false
  private var lastID = ""

  init(limit: Int) { self.limit = limit }

  /// Receives the next bytes, and returns the events that they complete.
  mutating func add(_ bytes: UnsafeRawBufferPointer) throws(TooLarge) -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
    for byte in bytes {
      // A line ends with CR, LF or both.
      let followsReturn = wasReturn
      wasReturn = byte == 0x0D
      switch byte {
      case 0x0A where followsReturn: break
      case 0x0A, 0x0D:
        if let event = try endLine() { events.append(event) }
      default:
        guard line.count < limit else { throw TooLarge() }
        line.append(byte)
      }
    }
    return events
  }

  private mutating func endLine() throws(TooLarge) -> ServerSentEvent? {
    defer { line.removeAll(keepingCapacity: true) }
    if isAtStart {
      isAtStart = false
      // A byte order mark at the beginning of the stream is not part of it.
      if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    }
    guard !line.isEmpty else { return dispatch() }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      try take(line[...], [])
      return nil
    }
    var value = line[(colon + 1)...]
    if value.first == UInt8(ascii: " ") { value.removeFirst() }
    // A line that begins with the colon is a comment.
    if colon > 0 { try take(line[..<colon], value) }
    return nil
  }

  private mutating func take(
    _ name: ArraySlice<UInt8>,
    _ value: ArraySlice<UInt8>
  ) throws(TooLarge) {
    switch String(decoding: name, as: UTF8.self) {
    case "event": type = String(decoding: value, as: UTF8.self)
    case "data":
      guard data.count + value.count < limit else { throw TooLarge() }
      if hasData { data.append(0x0A) }
      hasData = true
      data += value
    case "id" where !value.contains(0): lastID = String(decoding: value, as: UTF8.self)
    // Also `retry`: who listens decides when to connect again.
    default: break
    }
  }

  /// The event that an empty line ends; nil if it has no data.
  private mutating func dispatch() -> ServerSentEvent? {
    defer {
      type = ""
      data.removeAll(keepingCapacity: true)
      hasData = false
    }
    guard hasData else { return nil }
    return ServerSentEvent(
      type: type.isEmpty ? "message" : type,
      data: String(decoding: data, as: UTF8.self),
      lastID: lastID
    )
  }
}
