extension ByteWriter {
  /// Writes a register with its timestamp.
  public mutating func write<T>(_ register: LWWRegister<T>, _ body: (inout ByteWriter, T) -> Void) {
    write(register.stamp)
    body(&self, register.value)
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

  /// Reads a value that was written by its name.
  public mutating func readNamed<T>(_ make: (String) -> T?) throws -> T {
    guard let value = make(try read(String.self)) else { throw malformed }
    return value
  }
}
