extension Identifier {
  /// The id that every device derives from the name `text`.
  ///
  /// Devices that do not know of each other thus use the same id. Not suitable for names that an
  /// attacker may choose.
  ///
  /// Source: FNV-1a with 128 bits (Fowler, Noll, Vo; RFC 9923).
  public init(named text: String) {
    let prime: UInt128 = 1 << 88 | 0x13B
    let basis: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
    self.init(rawValue: text.utf8.reduce(basis) { ($0 ^ UInt128($1)) &* prime })
  }
}
