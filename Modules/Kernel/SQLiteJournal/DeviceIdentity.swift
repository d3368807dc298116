import Core
import Glibc
import Journals
import SQLite

/// The device id under which timestamps are made.
///
/// Two copies of one file must not share it, so it belongs to the file and the computer together: a
/// copy on another computer makes its own.
struct DeviceIdentity {
  private let database: Database

  init(_ database: Database) { self.database = database }

  /// The id of this copy, made now if there is none or the file came from another computer.
  ///
  /// The caller must have opened a transaction.
  func current() throws(SQLiteError) -> DeviceID {
    if let kept = try kept() { return kept }
    return try mint()
  }

  /// The stored id of this copy, if it was made on this computer.
  func kept() throws(SQLiteError) -> DeviceID? {
    let machine = Self.machine()
    guard let kept = try value(of: "device"), let salt = try value(of: "salt"),
      let device = Self.number(kept)
    else { return nil }
    let mark = try value(of: "machine")
    // On a system without a machine id the stored id is trusted.
    return machine.isEmpty || mark == Self.mark(machine, salt) ? device : nil
  }

  /// The stored id, wherever it was made; nil if there is none.
  func stored() throws(SQLiteError) -> DeviceID? { try value(of: "device").flatMap(Self.number) }

  /// Gives this copy a new id.
  @discardableResult
  func mint() throws(SQLiteError) -> DeviceID {
    var generator = SystemRandomNumberGenerator()
    let device = DeviceID.random(using: &generator)
    let salt = RandomToken.bytes(16)
    try set("device", withUnsafeBytes(of: device.rawValue.bigEndian) { [UInt8]($0) })
    try set("salt", salt)
    try set("machine", Self.mark(Self.machine(), salt))
    return device
  }

  /// Only a salted hash is stored: machine-id(5) asks not to reveal the id itself.
  private static func mark(_ machine: [UInt8], _ salt: [UInt8]) -> [UInt8] {
    Digest.of(salt + machine).bytes
  }

  private static func machine() -> [UInt8] {
    let descriptor = open("/etc/machine-id", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    return Array(bytes.prefix(max(count, 0)))
  }

  private static func number(_ bytes: [UInt8]) -> DeviceID? {
    guard bytes.count == 8 else { return nil }
    let value = bytes.withUnsafeBytes { UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)) }
    return DeviceID(rawValue: value)
  }

  private func value(of name: String) throws(SQLiteError) -> [UInt8]? {
    let find = try database.prepare("SELECT value FROM meta WHERE name = ?")
    defer { find.reset() }
    try find.bind(1, name)
    return try find.step() ? find.blob(0) : nil
  }

  private func set(_ name: String, _ value: [UInt8]) throws(SQLiteError) {
    let keep = try database.prepare("INSERT OR REPLACE INTO meta(name, value) VALUES (?, ?)")
    try keep.bind(1, name)
    try keep.bind(2, value)
    try keep.run()
  }
}
