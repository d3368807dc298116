import AppSupport
import Testing

@testable import Accounts

@Suite struct Base64Tests {
  @Test(arguments: [
    ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"),
    ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"),
  ])
  func `bytes are written as in RFC 4648, section 10, without padding`(
    plain: String,
    coded: String
  ) {
    #expect(Base64.standard.text(Array(plain.utf8)) == coded)
    #expect(Base64.standard.bytes(coded) == Array(plain.utf8))
  }

  @Test(arguments: ["Z", "Zg==", "Zh", "Zm9", "Zm 9v", "Zm9v\n", "-_8"])
  func `text that is never written is not read`(text: String) {
    #expect(Base64.standard.bytes(text) == nil)
  }
}
