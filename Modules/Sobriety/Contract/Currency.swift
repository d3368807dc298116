import Core

/// A currency, identified by its ISO 4217 code.
public struct Currency: TextCodable, Sendable, Hashable {
  /// The code: three capital letters.
  public let code: String

  /// Creates a currency; nil if `text` is not the code of a currency in use.
  public init?(_ text: String) {
    let code = text.uppercased()
    guard Currency.inUse.contains(code) else { return nil }
    self.code = code
  }

  /// Creates a currency from a stored code; nil if it is not three capital letters.
  ///
  /// The code may have been written by a newer version that knows more currencies.
  public init?(known code: String) {
    let isCode = code.utf8.count == 3 && code.utf8.allSatisfy { (65...90).contains($0) }
    guard isCode else { return nil }
    self.code = code
  }

  public var description: String { code }

  /// The number of decimals in an amount: 2 for euros, 0 for yen, 3 for Kuwaiti dinars.
  public var digits: Int {
    if Currency.withoutDecimals.contains(code) { return 0 }
    if Currency.withThreeDecimals.contains(code) { return 3 }
    return Currency.withFourDecimals.contains(code) ? 4 : 2
  }

  public init?(coded text: String) { self.init(known: text) }

  public static var codedName: String { "a currency" }

  public static var codedForm: CodingSchema {
    CodingSchema(
      .text(pattern: "^[A-Z]{3}$"),
      "a currency's code of ISO 4217",
      example: .text("EUR")
    )
  }
}

/// The codes and their decimals.
///
/// Source: ISO 4217, "List one: Current currency & funds", SIX Group; metals, funds and test codes
/// are left out.
extension Currency {
  private static let withoutDecimals = codes(
    "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF"
  )
  private static let withThreeDecimals = codes("BHD IQD JOD KWD LYD OMR TND")
  private static let withFourDecimals = codes("CLF UYW")

  private static let inUse = codes(
    """
    AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN \
    BZD CAD CDF CHF CLF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP \
    GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR \
    KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK \
    MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR \
    SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS \
    UAH UGX USD UYU UYW UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG
    """
  )

  private static func codes(_ list: String) -> Set<String> {
    Set(list.split(separator: " ").map(String.init))
  }
}

/// An amount of money in the smallest unit of its currency.
public struct Price: Codable, Sendable, Hashable {
  /// The amount in the smallest unit: cents for euros, yen for yen.
  public let minor: Int64
  public let currency: Currency

  public init(minor: Int64, currency: Currency) {
    self.minor = minor
    self.currency = currency
  }

  /// Parses a nonnegative decimal amount, with a point or a comma: `4.50`, `4,5`, `4`.
  ///
  /// Nil if malformed, above ``largest``, or with more decimals than the currency has.
  public init?(_ text: String, _ currency: Currency) {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    guard (1...2).contains(parts.count), let units = Price.digits(parts[0]) else { return nil }
    guard parts.last?.isEmpty == false else { return nil }
    var decimals = parts.count == 2 ? String(parts[1]) : "0"
    while decimals.utf8.count > max(1, currency.digits), decimals.hasSuffix("0") {
      decimals.removeLast()
    }
    while decimals.utf8.count < currency.digits { decimals += "0" }
    guard let rest = Price.digits(decimals[...]) else { return nil }
    let scale = (0..<currency.digits).reduce(Int64(1)) { scale, _ in scale * 10 }
    guard rest < scale, decimals.utf8.count <= max(1, currency.digits) else { return nil }
    let minor = units * scale + rest
    guard minor <= Price.largest else { return nil }
    self.init(minor: minor, currency: currency)
  }

  /// The largest accepted amount, in the smallest unit.
  public static let largest: Int64 = 1_000_000_000_000

  /// Parses one to ten digits; nil for anything else.
  private static func digits(_ text: Substring) -> Int64? {
    guard (1...10).contains(text.utf8.count) else { return nil }
    guard text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int64(text)
  }

  /// The amount in words: `4.50 EUR`.
  public var words: String {
    let scale = (0..<currency.digits).reduce(UInt64(1)) { scale, _ in scale * 10 }
    let (units, rest) = minor.magnitude.quotientAndRemainder(dividingBy: scale)
    let sign = minor < 0 ? "-" : ""
    guard currency.digits > 0 else { return "\(sign)\(units) \(currency)" }
    let digits = String(rest + scale).dropFirst()
    return "\(sign)\(units).\(digits) \(currency)"
  }
}
