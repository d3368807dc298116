import Core
import LeakCheck
import Testing

@testable import HTTPServing
@testable import Web

@Suite(.leavesNothingBehind) struct MultipartTests {
  private func parts(_ body: String) -> [Multipart.Part]? {
    Multipart.parts(of: Array(body.utf8), boundary: "b")
  }

  @Test func `contents may hold line breaks and most of the boundary`() throws {
    let head = "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n"
    let parts = try #require(self.parts(head + "x\r\n--\r\n-b\r\n--b--"))
    #expect(parts.map { String(decoding: $0.content, as: UTF8.self) } == ["x\r\n--\r\n-b"])
    #expect(parts[0].name == "a")
    #expect(parts[0].fileName == nil)
  }

  @Test(
    arguments: [
      "", "--", "--b", "--b\r\n", "--b\r\n\r\n\r\n--b--", "x--b--",
      "--b\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n--b--",
      "--b\r\nContent-Disposition: attachment; name=\"a\"\r\n\r\nx\r\n--b--",
      "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n--c--",
      "--b\r\nContent-Disposition\r\n\r\nx\r\n--b--",
    ]
  )
  func `what is not as the RFC says is nothing`(body: String) {
    #expect(parts(body) == nil)
  }

  @Test func `no bytes at all make it fall over`() {
    var random = Random(state: 1)
    let alphabet = Array("--b\r\n\";=: form-data; name=\"a\"Content-Disposition:\u{0}".utf8)
    for _ in 0..<3000 {
      let count = Int(random.next() % 120)
      let body = (0..<count).map { _ in alphabet[Int(random.next() % UInt64(alphabet.count))] }
      _ = Multipart.parts(of: Array("--b\r\n".utf8) + body, boundary: "b")
    }
  }

  @Test func `the boundary is read with and without quotes`() {
    #expect(Multipart.boundary(in: "multipart/form-data; boundary=\"a b\"") == "a b")
    #expect(Multipart.boundary(in: "multipart/form-data; charset=x; Boundary=ab") == "ab")
    #expect(Multipart.boundary(in: "multipart/form-data; boundary=") == nil)
    #expect(Multipart.boundary(in: "multipart/form-data") == nil)
  }
}

/// Random numbers that are the same in each run (Vigna's SplitMix64).
struct Random {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
