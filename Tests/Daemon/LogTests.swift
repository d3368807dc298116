import Driver
import Foundation
import Testing

/// What the daemon writes about itself, and what it keeps to itself.
@Suite struct LogTests {
  private func daemon() throws -> DaemonProcess {
    let person = try Person()
    try person.ask("init", "--product", "hobbyist", "--time-zone", "UTC")
    return try DaemonProcess(person)
  }

  @Test func `signing in is in the log, and nothing that lets one in`() throws {
    let daemon = try daemon()
    _ = try daemon.status()
    let address = try #require(try daemon.person.ask("daemon", "open").text("address"))
    let link = try #require(URL(string: address))
    let query = try #require(link.query)
    let answer = try daemon.browse("\(link.path)?\(query)")
    let cookie = try #require(answer.firstMatch(of: #/trellis-session=(\w+)/#)).1
    _ = try daemon.browse("\(link.path)?\(query)")
    _ = try daemon.browse("/sign-in?code=00")
    _ = try daemon.browse("/sign-in/ask?asking=1f", method: "POST")
    let words = daemon.words
    for event in [
      "a browser was signed in", "a sign-in link was used twice", "was too old or not one of ours",
      "there is no desktop to ask on",
    ] {
      #expect(words.contains(event), "\(event)")
    }
    let code = try #require(query.firstMatch(of: #/code=(\w+)/#)).1
    let token = try String(
      contentsOf: daemon.person.home.appendingPathComponent("daemon-token"),
      encoding: .utf8
    )
    for secret in [cookie, code, token.prefix { !$0.isNewline }] {
      #expect(secret.count >= 32)
      #expect(!words.contains(secret))
    }
  }

  @Test func `a file of hooks that cannot be used is in the log`() throws {
    let person = try Person()
    try person.ask("init", "--product", "hobbyist", "--time-zone", "UTC")
    try Data("{".utf8).write(to: person.home.appendingPathComponent("hooks.json"))
    chmod(person.home.appendingPathComponent("hooks.json").path, 0o600)
    let daemon = try DaemonProcess(person)
    _ = try daemon.status()
    let lines = daemon.words.split(separator: "\n").filter { $0.contains("hooks.json") }
    #expect(lines.count == 1)
    #expect(lines.allSatisfy { $0.contains("warning") && $0.contains("it is damaged") })
  }

  @Test func `every line of the log begins with its time, its offset and its weight`() throws {
    let daemon = try daemon()
    _ = try daemon.status()
    let lines = daemon.words.split(separator: "\n")
    #expect(!lines.isEmpty)
    for line in lines {
      let begin = #/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d) (info|notice|warning|error) /#
      #expect(line.firstMatch(of: begin) != nil, "\(line)")
    }
  }

  @Test func `the log of a daemon in the background is its owner's alone`() throws {
    let person = try Person()
    let bus = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"]
    try person.ask("daemon", "start", "--port", "0", environment: bus)
    var status = stat()
    #expect(stat(person.home.appendingPathComponent("daemon.log").path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    try person.ask("daemon", "stop")
  }

  @Test func `a token that was replaced lets nobody in any more`() throws {
    let daemon = try daemon()
    #expect(try daemon.get("/api/v1/today").readAll().hasPrefix("HTTP/1.1 200"))
    let file = daemon.person.home.appendingPathComponent("daemon-token")
    let old = try String(contentsOf: file, encoding: .utf8).prefix { !$0.isNewline }
    #expect(try DaemonProcess(daemon.person, ["token", "--renew"]).end() == 0)
    _ = try eventually("the old token is taken: \(daemon.words)") { () -> Bool? in
      let port = try daemon.port()
      let head = "GET /api/v1/today HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
      let answer = try? LocalHTTP(port, "\(head)Authorization: Bearer \(old)\r\n\r\n").readAll()
      return answer?.hasPrefix("HTTP/1.1 401") == true ? true : nil
    }
    #expect(try daemon.get("/api/v1/today").readAll().hasPrefix("HTTP/1.1 200"))
  }

  @Test func `with the secret of the web app its address is renewed, and nobody is signed in`()
    throws
  {
    let daemon = try daemon()
    let secret = daemon.person.home.appendingPathComponent("daemon-secret")
    let address = try #require(try daemon.status()["address"] as? String)
    let name = try #require(URL(string: address)?.host)
    let link = try #require(try daemon.person.ask("daemon", "open").text("address"))
    let rest = try #require(link.firstMatch(of: #/localhost:\d+(\/.*)/#)).1
    #expect(try daemon.browse(String(rest)).contains("trellis-session="))
    let old = try Data(contentsOf: secret)
    #expect(try DaemonProcess(daemon.person, ["token", "--renew", "--all"]).end() == 0)
    #expect(try Data(contentsOf: secret) != old)
    _ = try daemon.status { ($0["address"] as? String)?.contains(name) == false }
    #expect((try daemon.person.ask("daemon", "sessions")["sessions"] as? [Any])?.isEmpty == true)
  }
}
