import Core
import HTTPClient
import Testing

@testable import LocalApp

struct ServerAddressTests {
  @Test(
    arguments: [
      ("habits.example.org", "https://habits.example.org/"),
      (" https://Habits.example.org/today?x#y ", "https://habits.example.org/"),
      ("habits.example.org:8443/x", "https://habits.example.org:8443/"),
      ("localhost:8080", "http://localhost:8080/"),
      ("http://127.0.0.1:8080", "http://127.0.0.1:8080/"),
      ("sober.localhost", "http://sober.localhost/"),
    ]
  )
  func `an address may be given as people write it`(text: String, url: String) throws {
    #expect(try ServerAddress.parse(text).description == url)
  }

  @Test func `an address without encryption is refused with what to type`() {
    let error = #expect(throws: DomainError.self) {
      try ServerAddress.parse("http://habits.example.org:80")
    }
    #expect(error?.code == "insecure-address")
    #expect(error?.message.contains("https://habits.example.org") == true)
  }

  @Test(arguments: ["", "x y", "https://", "me@habits.example.org", "ftp://a.example"])
  func `what is no address is refused`(text: String) {
    #expect(throws: DomainError.self) { try ServerAddress.parse(text) }
  }
}
