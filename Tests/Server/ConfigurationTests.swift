import Accounts
import ArgumentParser
import Core
import Foundation
import HTTPServing
import Logging
import func LoopbackHTTP.unusedPort
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
    #expect(found.address(of: "streaks") == "http://localhost:8080")
  }

  @Test func `the operator's commands find the data of the units by their user`() {
    func folder(_ user: String?, _ dataHome: String?, _ home: String?) -> String? {
      ConfigurationSource.usualFolder(of: user, dataHome: dataHome, home: home)
    }
    #expect(folder("ada", nil, "/home/ada") == "/home/ada/.local/share/trellis-server")
    #expect(folder("ada", "/data", "/home/ada") == "/data/trellis-server")
    #expect(folder("ada", "data", "") == nil)
    let own = ServerUnits.dataFolder
    #expect(folder(ServerUnits.userName, nil, own) == own)
    #expect(folder(ServerUnits.userName, nil, nil) == own)
    let service = ServerUnits(program: "/usr/bin/trellis-server").all.map(\.text).joined()
    #expect(service.contains("Environment=TRELLIS_SERVER_DATA=\(own) "))
  }

  @Test func `an invitation says if nobody can sign up with it, or needs it`() {
    #expect(InviteCommand.hint(.invitation) == nil)
    #expect(InviteCommand.hint(.closed)?.contains("makes no accounts") == true)
    #expect(InviteCommand.hint(.open)?.contains("nobody needs") == true)
  }

  @Test func `an invitation names the address of each product`() {
    var configuration = ServerConfiguration(dataFolder: "/data")
    configuration.address = "https://habits.example.org"
    configuration.products = ["streaks"]
    #expect(InviteCommand.lines(about: "CODE", configuration).count == 4)
    configuration.products = ["streaks", "sober"]
    let lines = InviteCommand.lines(about: "CODE", configuration)
    #expect(lines.contains("For sober:"))
    #expect(
      lines.contains(
        "On a device:   trellis sync signup https://sober.habits.example.org --invitation CODE"
      )
    )
  }

  @Test func `accounts are listed by the addresses with which commands find them`() async throws {
    let world = try await ServerWorld.open()
    let accounts = world.stores.accounts
    let account = try await accounts.addAccount(
      "b😀b@example.org",
      password: "quiet lanterns over seven rivers",
      by: .operator
    )
    let line = try await AccountsCommand.line(account, accounts)
    #expect(line.hasPrefix("b😀b@example.org  since "), "\(line)")
    withExtendedLifetime(world) {}
  }

  @Test(arguments: ["-1", "9223372036854775807", "-9223372036854775808"])
  func `flags are listed of days that there can be`(_ days: String) throws {
    #expect(throws: (any Error).self) { try FlagsCommand.parse(["--days=\(days)"]) }
    #expect(try FlagsCommand.parse(["--days=90"]).days == 90)
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
    #expect(found.address(of: "sober") == "http://sober.localhost:9000")
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
    #expect(found.address(of: "streaks") == "https://streaks.habits.example.org")
    #expect(found.address(of: "sober") == "https://sober.example.org")
    #expect(found.isEncrypted)
  }

  @Test func `what is mistyped is named`() async throws {
    #expect(await refusal(#"{"signup":"open"}"#)?.contains("“signup”") == true)
    #expect(await refusal(#"{"signUp":"perhaps"}"#)?.contains("signUp: ") == true)
    #expect(await refusal(#"{"listen":["8080"]}"#)?.contains("listen: ") == true)
    #expect(await refusal(#"{"limits":{"streams":"many"}}"#)?.contains("limits.streams") == true)
    #expect(await refusal(#"{"tls":{"key":"k"}}"#)?.contains("tls: ") == true)
    #expect(await refusal(#"{"address":"habits.example.org"}"#)?.contains("address: ") == true)
    #expect(
      await refusal(#"{"addresses":{"sobr":"https://a.example"}}"#)?.contains("“addresses.sobr”")
        == true
    )
    #expect(await refusal(#"{"addresses":{"sober":"https://a.example"}}"#) == nil)
    #expect(await refusal("[1]") != nil)
    #expect(await refusal("{") != nil)
    #expect(
      await refusal("{}", ["TRELLIS_SERVER_SIGNUP": "open"])?.contains("SIGNUP") == true
    )
    let address = "https://a.example"
    #expect(
      await refusal("{}", ["TRELLIS_SERVER_ADDRESSES_SOBR": address])?.contains("SOBR") == true
    )
    #expect(await refusal("{}", ["TRELLIS_SERVER_ADDRESSES_SOBER": address]) == nil)
    #expect(throws: DomainError.self) {
      try ConfigurationSource(file: "/nowhere/at-all.json", environment: [:])
    }
  }

  @Test func `an address of a product that there is not is refused`() async throws {
    let words = await refusal(#"{"addresses":{"stroaks":"https://streaks.example.org"}}"#)
    #expect(words?.contains("“addresses.stroaks”, which means nothing here") == true)
    let variable = await refusal("{}", ["TRELLIS_SERVER_ADDRESSES_STROAKS": "https://a.example"])
    #expect(variable?.contains("ADDRESSES_STROAKS") == true)
    let found = try await load("{}", ["TRELLIS_SERVER_ADDRESSES_STREAKS": "https://a.example"])
    #expect(found.address(of: "streaks") == "https://a.example")
  }

  @Test func `addresses at which it cannot listen are named before it starts`() async throws {
    let none = try await load(#"{"listen":[]}"#)
    #expect(none.listen == [ListenAddress(host: "127.0.0.1", port: 8080)])
    let twice = await refusal(#"{"listen":["127.0.0.1:8080","[::1]:8080","127.0.0.1:8080"]}"#)
    #expect(twice?.contains("“127.0.0.1:8080” is named twice") == true)
    for place in ["127.0.0.1", "0.0.0.0", "[::]"] {
      let both = await refusal(#"{"listen":["\#(place):8080"],"metrics":"127.0.0.1:8080"}"#)
      #expect(both?.contains("figures need their own port") == true, "\(place)")
      let apart = #"{"listen":["\#(place):8080"],"metrics":"127.0.0.1:9464"}"#
      #expect(await refusal(apart) == nil, "\(place)")
    }
    let sixth = #"{"listen":["0.0.0.0:8080"],"metrics":"[::1]:8080"}"#
    #expect(await refusal(sixth) == nil)
    #expect(await refusal(#"{"listen":["127.0.0.1:0","127.0.0.1:0"]}"#) == nil)
    let star = await refusal(#"{"listen":["*:8080"]}"#)
    #expect(star?.contains("“*:8080” is not an address") == true)
    #expect(star?.contains("name [::]:8080, or 0.0.0.0:8080") == true)
  }

  @Test(arguments: ["+80", "-0", "", "65536", "8O"])
  func `a port is digits alone`(_ port: String) async {
    let words = await refusal(#"{"listen":["127.0.0.1:\#(port)"]}"#)
    #expect(words?.contains("“127.0.0.1:\(port)” is not an address") == true)
  }

  @Test func `a name that begins like an address of this machine is none`() async throws {
    for host in ["127.evil.example", "127.0.0.1.example.org", "127.0.0.256", "127.1"] {
      #expect(!ListenAddress(host: host, port: 80).isLoopback, "\(host)")
    }
    for host in ["127.0.0.1", "127.9.9.9", "::1", "localhost"] {
      #expect(ListenAddress(host: host, port: 80).isLoopback, "\(host)")
    }
    let figures = await refusal(#"{"metrics":"127.evil.example:9464"}"#)
    #expect(figures?.contains("on this machine alone") == true)
  }

  @Test(arguments: ["streks", "beebloom"])
  func `a product that has no accounts is refused before anybody is invited to it`(
    _ name: String
  ) async {
    let words = await refusal(#"{"products":["streaks","\#(name)"]}"#)
    #expect(words?.contains("no product “\(name)” with accounts") == true)
    #expect(words?.contains("hobbyist, sober, streaks") == true)
  }

  @Test func `two products that requests could not tell apart are refused`() async throws {
    let twice = await refusal(#"{"products":["streaks","sober","streaks"]}"#)
    #expect(twice?.contains("“streaks” is named twice") == true)
    let same = await refusal(
      #"""
      {"address":"https://example.org","products":["streaks","sober","hobbyist"],
       "addresses":{"sober":"https://a.example.org:8443","hobbyist":"https://A.example.org/"}}
      """#
    )
    #expect(same?.contains("sober and hobbyist are both at a.example.org") == true)
    // One of its own, and one below the server's.
    let below = await refusal(
      #"""
      {"address":"https://example.org","products":["streaks","sober"],
       "addresses":{"sober":"https://streaks.example.org"}}
      """#
    )
    #expect(below?.contains("streaks and sober are both at streaks.example.org") == true)
    #expect(await refusal(#"{"products":["streaks","sober","hobbyist"]}"#) == nil)
  }

  @Test(arguments: ["192.0.2.5", "[2001:db8::1]"])
  func `several products are not served below an IP address`(_ host: String) async throws {
    let place = #""allowPlain":true,"listen":["\#(host):8080"]"#
    let words = await refusal(#"{\#(place),"products":["streaks","sober"]}"#)
    #expect(words?.contains("streaks would be at streaks.\(host)") == true)
    let named = #""address":"https://example.org","products":["streaks","sober"]"#
    #expect(await refusal(#"{\#(place),\#(named)}"#) == nil)
    #expect(try await load(#"{\#(place)}"#).address(of: "streaks") == "http://\(host):8080")
  }

  @Test func `a format of the log that there is not is refused`() async throws {
    #expect(await refusal(#"{"log":{"format":"xml"}}"#)?.contains("log.format") == true)
    #expect(try await load(#"{"log":{"format":"json"}}"#).logsAsJSON)
    #expect(try await !load(#"{"log":{"format":"text"}}"#).logsAsJSON)
  }

  @Test(arguments: ["localhost", "10.0.0.0/8", "127.0.0.1:8080", "[::1]", "1.2.3", ""])
  func `a trusted proxy that is no IP address is refused`(_ text: String) async throws {
    let words = await refusal(#"{"trustedProxies":["127.0.0.1","\#(text)"]}"#)
    #expect(words?.contains("“\(text)” is not an IP address") == true)
    #expect(words?.contains("networks") == true)
  }

  @Test func `trusted proxies are compared as the system writes addresses`() async throws {
    let found = try await load(#"{"trustedProxies":["10.0.0.2","2001:DB8:0::0001"]}"#)
    #expect(found.trustedProxies == ["10.0.0.2", "2001:db8::1"])
  }

  @Test func `every value in force is shown under its name`() async throws {
    let found = try await load(
      #"""
      {"database":"postgresql://trellis:secret@db/t","trustedProxies":["10.0.0.2"],
       "allowPlain":true,"limits":{"connections":501,"strangers":61,"streams":41,
       "callsPerMinute":333},"notices":{"contact":"mailto:me@example.org","allowLoopback":true},
       "tls":{"certificate":"/c.pem","key":"/k.pem"},"quota":{"entries":7000,"megabytes":9}}
      """#
    )
    let lines = ConfigurationText(found).lines
    let names = lines.compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(ConfigurationKeys.names.isSubset(of: names), "\(names)")
    #expect(!lines.joined().contains("secret"))
    for (name, value) in [
      ("allowPlain", "true"), ("limits.connections", "501"), ("limits.strangers", "61"),
      ("limits.streams", "41,"), ("limits.callsPerMinute", "333"),
      ("notices.allowLoopback", "true"), ("notices.contact", "mailto:me@example.org"),
      ("tls.key", "/k.pem"),
      ("quota.entries", "7000"), ("quota.megabytes", "9"), ("trustedProxies", "10.0.0.2"),
    ] {
      let line = lines.first { $0.hasPrefix("\(name) ") }
      #expect(line?.split(separator: " ").dropFirst().first.map(String.init) == value, "\(name)")
    }
  }

  @Test func `a proxy on this machine alone does not open the server to others in clear`()
    async throws
  {
    for proxies in [#""127.0.0.1""#, #""::1","127.0.0.2","::ffff:127.0.0.1""#] {
      let found = try await load(
        #"{"data":"/tmp/none","listen":["0.0.0.0:0"],"trustedProxies":[\#(proxies)]}"#
      )
      #expect(!found.hasProxyElsewhere)
      let error = await #expect(throws: DomainError.self) {
        try await ServerRun(configuration: found, logger: .init(label: "test")).serve()
      }
      #expect(error?.message.contains("without encryption") == true)
    }
    // One in another container, or on another machine.
    for proxy in ["172.17.0.1", "10.0.0.2", "2001:db8::1"] {
      let found = try await load(#"{"trustedProxies":["127.0.0.1","\#(proxy)"]}"#)
      #expect(found.hasProxyElsewhere, "\(proxy)")
    }
  }

  /// The error of a server that is started with a change of the default configuration.
  private func failure(_ change: (inout ServerConfiguration) -> Void) async -> DomainError? {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("trellis-server-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var configuration = ServerConfiguration(dataFolder: folder)
    change(&configuration)
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let run = ServerRun(configuration: configuration, logger: logger)
    return await #expect(throws: DomainError.self) { try await run.serve() }
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["listen", "metrics"])
  func `a port that another program has is told with its address`(_ setting: String) async throws {
    let taken = try LoopbackSockets.open(port: 0)
    defer { taken.close() }
    let place = ListenAddress(host: "127.0.0.1", port: taken.port)
    let other = ListenAddress(host: "127.0.0.1", port: 0)
    let error = await failure { configuration in
      configuration.listen = [setting == "listen" ? place : other]
      configuration.metrics = setting == "metrics" ? place : nil
    }
    #expect(error?.code == "port-in-use")
    #expect(error?.message.contains("listens at 127.0.0.1:\(taken.port) already") == true)
    #expect(error?.message.contains("( \(setting)  in the configuration)") == true)
  }

  @Test(.timeLimit(.minutes(1)))
  func `an address that is part of another one is not blamed on other programs alone`()
    async throws
  {
    let port = try unusedPort()
    let error = await failure { configuration in
      configuration.allowsPlain = true
      configuration.listen = ["0.0.0.0", "127.0.0.1"].map { ListenAddress(host: $0, port: port) }
    }
    #expect(error?.code == "port-in-use")
    #expect(error?.message.contains("or one of these is part of another") == true)
  }

  @Test func `a value of another kind is named`() async throws {
    #expect(await refusal(#"{"quota":{"entries":1.5}}"#)?.contains("quota.entries") == true)
    #expect(await refusal(#"{"data":null}"#)?.contains("data is none of") == true)
    #expect(await refusal(#"{"data":5}"#)?.contains("data: a text") == true)
    #expect(await refusal(#"{"listen":"127.0.0.1:80"}"#)?.contains("listen: a list") == true)
    #expect(await refusal(#"{"telemetry":"yes"}"#)?.contains("telemetry: true") == true)
    #expect(
      await refusal(#"{"limits":{"streams":{"most":5}}}"#)?.contains("limits.streams") == true
    )
    #expect(await refusal(#"{"tls..key":"a","tls.key":"b"}"#)?.contains("“tls..key”") == true)
    #expect(await refusal(#"{"listen":[]}"#) == nil)
  }

  @Test(
    arguments: [
      (#"{"signUp":"closed","signUp":"open"}"#, "signUp"),
      (#"{"tls":{"key":"a","key":"b"}}"#, "tls.key"),
      (#"{"tls.key":"a","tls":{"key":"b"}}"#, "tls.key"),
      (#"{"limits":{"streams":5},"limits":{"connections":20}}"#, "limits"),
    ]
  )
  func `a name that stands there twice is refused`(_ json: String, _ name: String) async {
    #expect(await refusal(json)?.contains("\(name) is named twice") == true)
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
