extension ByteWriter {
  /// Writes a register with its timestamp.
  public mutating func write<T>(_ register: LWWRegister<T>, _ body: (inout ByteWriter, T) -> Void) {
    write(register.stamp)
    body(&self, register.value)
  }

  /// Writes a register of dated values, each with its day and timestamp.
  public mutating func write<T>(
    _ register: DatedRegister<T>,
    _ body: (inout ByteWriter, T) -> Void
  ) {
    write(count: register.entries.count)
    for entry in register.entries {
      write(entry.from) { $0.write(Int32(clamping: $1.number)) }
      write(entry.stamp)
      body(&self, entry.value)
    }
  }

  /// Writes replaced values with their timestamps.
  public mutating func write<T>(
    _ replaced: ReplacedValues<T>,
    _ body: (inout ByteWriter, T) -> Void
  ) {
    write(count: replaced.writes.count)
    for register in replaced.writes { write(register, body) }
  }
}

extension ByteReader {
  public mutating func readRegister<T>(
    _ body: (inout ByteReader) throws -> T
  ) throws
    -> LWWRegister<T>
  {
    let stamp = try read(HybridTimestamp.self)
    return LWWRegister(try body(&self), at: stamp)
  }

  public mutating func readDatedRegister<T>(
    _ body: (inout ByteReader) throws -> T
  ) throws -> DatedRegister<T> {
    let entries = try readList { reader in
      let from = try reader.readOptional { Day(number: Int(try $0.read(Int32.self))) }
      let stamp = try reader.read(HybridTimestamp.self)
      return DatedRegister<T>.Entry(from: from, value: try body(&reader), stamp: stamp)
    }
    guard let register = DatedRegister(entries: entries) else { throw malformed }
    return register
  }

  public mutating func readReplaced<T>(
    _ body: (inout ByteReader) throws -> T
  ) throws
    -> ReplacedValues<T>
  {
    ReplacedValues(try readList { try $0.readRegister(body) })
  }

  /// Reads a value that was written by its name.
  public mutating func readNamed<T>(_ make: (String) -> T?) throws -> T {
    guard let value = make(try read(String.self)) else { throw malformed }
    return value
  }
}
