/// A growing buffer of JSON that encoders write to.
///
/// Members arrive in the order in which a type encodes them and are sorted by key when their object
/// ends. A nested container that its owner may fill at any time writes to its own stream, which is
/// inserted when the object ends.
final class JSONStream {
  private struct State {
    var text = JSONText()
    var frames: [Frame] = []
    var members: [Member] = []
    var keys: [any CodingKey]
    var begun = 0
  }

  /// Behind a pointer, since exclusivity checks would take a third of the writing time.
  ///
  /// Only this class's methods access it, and none of them calls foreign code while it holds part
  /// of the state `inout`.
  private let state: UnsafeMutablePointer<State>

  /// A value that is still being written.
  private struct Frame {
    let id: Int
    /// The offset of its first byte.
    let start: Int
    /// The index of its first member among the members of all open values.
    let members: Int
    var form = Form.unsaid
    var count = 0
    /// Whether its members are in order already.
    var isInPlace = true
  }

  private enum Form { case unsaid, single, object, list }

  private struct Member {
    /// Empty for an element of a list.
    let key: String
    /// The offset of the key, or of the value for an element of a list.
    let start: Int
    let end: Int
    /// The stream that holds the value if it is not in this one.
    let part: JSONStream?
  }

  /// - Parameter path: the coding path to this value, for errors.
  init(path: [any CodingKey] = []) {
    state = .allocate(capacity: 1)
    state.initialize(to: State(keys: path))
    frames.reserveCapacity(4)
    members.reserveCapacity(12)
    begin()
  }

  deinit {
    state.deinitialize(count: 1)
    state.deallocate()
  }

  private var text: JSONText {
    _read { yield state.pointee.text }
    _modify { yield &state.pointee.text }
  }
  private var frames: [Frame] {
    _read { yield state.pointee.frames }
    _modify { yield &state.pointee.frames }
  }
  private var members: [Member] {
    _read { yield state.pointee.members }
    _modify { yield &state.pointee.members }
  }
  private var keys: [any CodingKey] {
    _read { yield state.pointee.keys }
    _modify { yield &state.pointee.keys }
  }

  /// The coding path to the value being written; used only for errors.
  var path: [any CodingKey] { keys }

  /// The id of the value being written; -1 when everything is written.
  var current: Int { frames.last?.id ?? -1 }

  var hasSaidNothing: Bool { frames.first?.form == .unsaid }

  /// Ends the root value if it is still open, and returns its bytes.
  func finish() -> [UInt8] {
    if !frames.isEmpty { end() }
    return text.bytes
  }

  // MARK: Values

  private func begin() {
    let id = state.pointee.begun
    state.pointee.begun += 1
    frames.append(Frame(id: id, start: text.count, members: members.count))
  }

  private func end() {
    let frame = frames.removeLast()
    switch frame.form {
    case .single: break
    case .unsaid: text.append("{}")
    case .object: close(frame, "}")
    case .list: close(frame, "]")
    }
  }

  private func close(_ frame: Frame, _ bracket: StaticString) {
    if !frame.isInPlace { rearrange(frame) }
    members.removeSubrange(frame.members...)
    text.append(bracket)
  }

  /// Writes a scalar value.
  ///
  /// - Throws: an error if the value has already been written.
  func single(in id: Int, _ write: (inout JSONText) throws -> Void) throws {
    try check(id, .unsaid)
    try write(&text)
    frames[frames.count - 1].form = .single
  }

  /// Begins an object or continues it: a class and its superclass each request a container.
  func openObject(in id: Int) { open(id, .object, "{") }

  func openList(in id: Int) { open(id, .list, "[") }

  private func open(_ id: Int, _ form: Form, _ bracket: StaticString) {
    guard current == id, frames[frames.count - 1].form == .unsaid else { return }
    frames[frames.count - 1].form = form
    text.append(bracket)
  }

  private func check(_ id: Int, _ form: Form) throws {
    guard current == id, frames[frames.count - 1].form == form else {
      throw EncodingError.invalidValue(
        id,
        .init(codingPath: keys, debugDescription: "The value says two things at once.")
      )
    }
  }

  // MARK: Members and elements

  func count(in id: Int) -> Int { current == id ? frames[frames.count - 1].count : 0 }

  func member(_ key: String, in id: Int, _ write: (inout JSONText) throws -> Void) throws {
    let before = mark
    let start = try beginMember(key, id)
    do { try write(&text) } catch { throw failed(error, before) }
    endMember(key, start)
  }

  func member(_ key: some CodingKey, in id: Int, value: some Encodable) throws {
    let before = mark
    let start = try beginMember(key.stringValue, id)
    do { try say(value, key) } catch { throw failed(error, before) }
    endMember(key.stringValue, start)
  }

  func element(in id: Int, _ write: (inout JSONText) throws -> Void) throws {
    let before = mark
    try beginElement(id)
    do { try write(&text) } catch { throw failed(error, before) }
  }

  func element(in id: Int, value: some Encodable) throws {
    let before = mark
    try beginElement(id)
    let key = JSONKey(frames[frames.count - 1].count - 1)
    do { try say(value, key) } catch { throw failed(error, before) }
  }

  private var mark: (bytes: Int, members: Int, frames: Int, keys: Int) {
    (text.count, members.count, frames.count, keys.count)
  }

  /// Removes what a part wrote before it failed, since its owner may continue without it.
  private func failed(
    _ error: any Error,
    _ mark: (bytes: Int, members: Int, frames: Int, keys: Int)
  ) -> any Error {
    text.shorten(to: mark.bytes)
    members.removeSubrange(mark.members...)
    frames.removeSubrange(mark.frames...)
    keys.removeSubrange(mark.keys...)
    frames[frames.count - 1].count -= 1
    return error
  }

  private func say(_ value: some Encodable, _ key: some CodingKey) throws {
    keys.append(key)
    begin()
    try value.encode(to: JSONEncoding(stream: self))
    end()
    keys.removeLast()
  }

  private func beginMember(_ key: String, _ id: Int) throws -> Int {
    try check(id, .object)
    separate()
    let start = text.count
    text.write(key)
    text.append(":")
    return start
  }

  private func endMember(_ key: String, _ start: Int, _ part: JSONStream? = nil) {
    let top = frames.count - 1
    if part != nil { frames[top].isInPlace = false }
    if members.count > frames[top].members {
      let last = members[members.count - 1].key
      if !JSONStream.precedes(last, key) { frames[top].isInPlace = false }
    }
    members.append(Member(key: key, start: start, end: text.count, part: part))
  }

  private func beginElement(_ id: Int) throws {
    try check(id, .list)
    separate()
  }

  private func separate() {
    let top = frames.count - 1
    if frames[top].count > 0 { text.append(",") }
    frames[top].count += 1
  }

  // MARK: Deferred parts

  /// Returns a stream for a member's value; its output is discarded if the object has ended.
  func laterMember(_ key: some CodingKey, in id: Int) -> JSONStream {
    let part = JSONStream(path: keys + [key])
    if let start = try? beginMember(key.stringValue, id) {
      endMember(key.stringValue, start, part)
    }
    return part
  }

  func laterElement(in id: Int) -> JSONStream {
    let part = JSONStream(path: keys + [JSONKey(count(in: id))])
    guard (try? beginElement(id)) != nil else { return part }
    frames[frames.count - 1].isInPlace = false
    let place = text.count
    members.append(Member(key: "", start: place, end: place, part: part))
    return part
  }

  // MARK: Order

  /// Sorts the members by the bytes of their keys and inserts deferred parts.
  private func rearrange(_ frame: Frame) {
    let said = members[frame.members...]
    let first = frame.start + 1
    let old = text.bytes(from: first)
    text.shorten(to: first)
    if frame.form == .list {
      insert(said, into: old, from: first)
    } else {
      for (index, member) in ordered(said).enumerated() {
        if index > 0 { text.append(",") }
        text.append(old[(member.start - first)..<(member.end - first)])
        if let part = member.part { text.append(part.finish()[...]) }
      }
    }
  }

  private func insert(_ parts: ArraySlice<Member>, into old: [UInt8], from first: Int) {
    var written = 0
    for member in parts {
      text.append(old[written..<(member.start - first)])
      written = member.start - first
      if let part = member.part { text.append(part.finish()[...]) }
    }
    text.append(old[written...])
  }

  /// Returns the members sorted by key; of two with the same key, the later one remains.
  private func ordered(_ said: ArraySlice<Member>) -> [Member] {
    // Most objects have few members that are nearly sorted, so a search from the end finds the
    // position at once.
    let isSmall = said.count <= 32
    var ordered: [Member] = []
    ordered.reserveCapacity(said.count)
    for member in isSmall ? said : said.sorted(by: JSONStream.precede)[...] {
      var place = ordered.count
      while place > 0, JSONStream.precede(member, ordered[place - 1]) { place -= 1 }
      if place > 0, ordered[place - 1].key.utf8.elementsEqual(member.key.utf8) {
        ordered[place - 1] = member
      } else {
        ordered.insert(member, at: place)
      }
    }
    return ordered
  }

  private static func precede(_ a: Member, _ b: Member) -> Bool { precedes(a.key, b.key) }

  private static func precedes(_ a: String, _ b: String) -> Bool {
    a.utf8.lexicographicallyPrecedes(b.utf8)
  }
}
