import Core

/// Computes the hash that chains each row to the one before it.
///
/// Removing, inserting or editing a row therefore requires rewriting all rows after it.
public enum Chain {
  /// Computes the hash of a row from the hash of the row before it.
  ///
  /// It covers the payload's hash and not its bytes, so that the chain still verifies after an
  /// erasure. The input, in the format of ``ByteWriter``, is: the previous hash, space, fact id,
  /// timestamp, kind, version, entity, payload hash.
  public static func next(
    after previous: Digest,
    space: SpaceID,
    fact: FactRecord
  ) -> Digest {
    let payloadHash = fact.payloadHash
    var kind = fact.kind
    return kind.withUTF8 { kind in
      // The other fields are 2 * 32 + 3 * 16 + 2 * 8 + 1 bytes, and two counts of at most 10.
      withUnsafeTemporaryAllocation(byteCount: kind.count + 160, alignment: 16) { buffer in
        var form = ChainForm(buffer: buffer)
        previous.withUnsafeBytes { form.append($0) }
        form.append(space.rawValue)
        form.append(fact.id.rawValue)
        form.append(fact.stamp.clock.rawValue)
        form.append(fact.stamp.device.rawValue)
        form.append(count: kind.count)
        form.append(UnsafeRawBufferPointer(kind))
        form.append(count: fact.version)
        form.append(UInt8(fact.entity == nil ? 0 : 1))
        if let entity = fact.entity { form.append(entity.rawValue) }
        payloadHash.withUnsafeBytes { form.append($0) }
        return Digest(hashing: form.written)
      }
    }
  }
}

/// Writes the format of ``ByteWriter`` without an allocation, since this runs once for every fact.
private struct ChainForm {
  let buffer: UnsafeMutableRawBufferPointer
  var count = 0

  var written: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: buffer[..<count]) }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyMemory(from: bytes)
    count += bytes.count
  }

  mutating func append<T: FixedWidthInteger>(_ value: T) {
    withUnsafeBytes(of: value.littleEndian) { append($0) }
  }

  mutating func append(count value: Int) {
    var rest = UInt64(bitPattern: Int64(value))
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }
}
