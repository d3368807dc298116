import Accounts
import Core
import Foundation
import HTTPServing
import Logging
import PostgreSQLJournal
import Testing

@testable import trellis_server

/// How the server is configured.
@Suite struct ConfigurationTests {
  private func load(
    _ json: String? = nil,
    _ variables: [String: String] = [:]
  ) async throws -> ServerConfiguration {
    guard let json else {
      return try await ConfigurationSource(file: nil, environment: variables).configuration()
    }
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("trellis-server-\(UUID().uuidString).json")
    try Data(json.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try await ConfigurationSource(file: file.path, environment: variables).configuration()
  }

  private func refusal(_ json: String, _ variables: [String: String] = [:]) async -> String? {
    do {
      _ = try await load(json, variables)
      return nil
    } catch { return (error as? DomainError)?.message }
  }

  @Test func `without anything it serves this machine alone, by invitation`() async throws {
    let found = try await load(nil, ["TRELLIS_SERVER_DATA": "/tmp/x"])
    #expect(found.listen == [ListenAddress(host: "127.0.0.1", port: 8080)])
    #expect(found.products == ["streaks"])
    #expect(found.accounts.signUp == .invitation)
    #expect(!found.isEncrypted)
    #expect(found.address(of: "streaks", at: 0) == "http://localhost:8080")
  }

  @Test func `a variable overrides what the file says`() async throws {
    let found = try await load(
      #"{"data":"/a","signUp":"closed","listen":["[::1]:9000"],"limits":{"streams":5}}"#,
      ["TRELLIS_SERVER_SIGN_UP": "open", "TRELLIS_SERVER_PRODUCTS": "streaks,sober"]
    )
    #expect(found.dataFolder == "/a")
    #expect(found.accounts.signUp == .open)
    #expect(found.products == ["streaks", "sober"])
    #expect(found.listen == [ListenAddress(host: "::1", port: 9000)])
    #expect(found.limits.streams == 5)
    #expect(found.address(of: "sober", at: 1) == "http://sober.localhost:9000")
  }

  @Test func `a database is named by its address, which no error repeats`() async throws {
    let address = "postgresql://trellis:secret@db.example.org/trellis?sslmode=verify-full"
    let found = try await load(nil, ["TRELLIS_SERVER_DATABASE": address])
    #expect(found.database?.connection == address)
    #expect(!"\(found)".contains("secret"))
    #expect(try await load(#"{"data":"/a"}"#).database == nil)
    let words = try #require(await refusal(#"{"database":"trellis:secret@db"}"#))
    #expect(words.contains("postgresql://"))
    #expect(!words.contains("secret"))
  }

  @Test func `products have addresses below the server's, or of their own`() async throws {
    let found = try await load(
      #"""
      {"address":"https://habits.example.org/","products":["streaks","sober"],
       "addresses":{"sober":"https://sober.example.org"}}
      """#
    )
    #expect(found.address(of: "streaks", at: 0) == "https://streaks.habits.example.org")
    #expect(found.address(of: "sober", at: 1) == "https://sober.example.org")
    #expect(found.isEncrypted)
  }

  @Test func `what is mistyped is named`() async throws {
    #expect(await refusal(#"{"signup":"open"}"#)?.contains("“signup”") == true)
    #expect(await refusal(#"{"signUp":"perhaps"}"#)?.contains("signUp") == true)
    #expect(await refusal(#"{"listen":["8080"]}"#)?.contains("listen") == true)
    #expect(await refusal(#"{"limits":{"streams":"many"}}"#)?.contains("limits.streams") == true)
    #expect(await refusal(#"{"tls":{"key":"k"}}"#)?.contains("tls") == true)
    #expect(await refusal(#"{"address":"habits.example.org"}"#)?.contains("address") == true)
    #expect(await refusal("[1]") != nil)
    #expect(await refusal("{") != nil)
    #expect(
      await refusal("{}", ["TRELLIS_SERVER_SIGNUP": "open"])?.contains("SIGNUP") == true
    )
    #expect(throws: DomainError.self) {
      try ConfigurationSource(file: "/nowhere/at-all.json", environment: [:])
    }
  }

  @Test func `a value of another kind is named`() async throws {
    #expect(await refusal(#"{"quota":{"entries":1.5}}"#)?.contains("quota.entries") == true)
    #expect(await refusal(#"{"data":null}"#)?.contains("data") == true)
    #expect(await refusal(#"{"data":5}"#)?.contains("data") == true)
    #expect(await refusal(#"{"listen":"127.0.0.1:80"}"#)?.contains("listen") == true)
    #expect(await refusal(#"{"telemetry":"yes"}"#)?.contains("telemetry") == true)
    #expect(
      await refusal(#"{"limits":{"streams":{"most":5}}}"#)?.contains("limits.streams") == true
    )
    #expect(await refusal(#"{"tls..key":"a","tls.key":"b"}"#)?.contains("“tls..key”") == true)
    #expect(await refusal(#"{"listen":[]}"#) == nil)
  }

  @Test func `passwords do not cross a network in clear unless that is said`() async throws {
    var open = try await load(#"{"data":"/tmp/none","listen":["0.0.0.0:0"]}"#)
    await #expect(throws: DomainError.self) {
      try await ServerRun(configuration: open, logger: .init(label: "test")).serve()
    }
    open.products = ["beebloom"]
    open.listen = [ListenAddress(host: "127.0.0.1", port: 0)]
    open.dataFolder =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("trellis-server-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: open.dataFolder) }
    // A product without accounts is served to nobody.
    await #expect(throws: DomainError.self) {
      try await ServerRun(configuration: open, logger: .init(label: "test")).serve()
    }
  }
}
