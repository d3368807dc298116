import Driver
import Foundation
import Testing

/// How browsers are let in by the running daemon.
@Suite struct BrowserTests {
  private func person(_ product: String = "hobbyist") throws -> Person {
    let person = try Person()
    try person.ask("init", "--product", product, "--time-zone", "UTC")
    return person
  }

  /// The cookie with that name that an answer sets.
  private func cookie(_ answer: String, _ name: String = "trellis-session") -> String? {
    let line = answer.split(whereSeparator: \.isNewline).first {
      $0.lowercased().hasPrefix("set-cookie: \(name)=")
    }
    return line.map { String($0.dropFirst("set-cookie: ".count).prefix { $0 != ";" }) }
  }

  /// Signs a browser in with a link, as `trellis daemon open` gives one.
  private func signIn(_ daemon: DaemonProcess) throws -> String {
    _ = try daemon.status()
    let address = try #require(try daemon.person.ask("daemon", "open").text("address"))
    let link = try #require(URL(string: address))
    let answer = try daemon.browse("\(link.path)?\(try #require(link.query))")
    #expect(answer.contains("http-equiv=\"refresh\" content=\"0;url=/\""))
    return try #require(self.cookie(answer))
  }

  @Test func `a link signs a browser in, and it stays so when the daemon starts anew`() throws {
    let person = try person()
    let first = try DaemonProcess(person)
    #expect(try first.browse("/today").hasPrefix("HTTP/1.1 401"))
    let cookie = try signIn(first)
    let page = try first.browse("/today", cookie: cookie)
    #expect(page.hasPrefix("HTTP/1.1 200"))
    first.signal(SIGTERM)
    #expect(first.end() == 0)
    let second = try DaemonProcess(person)
    #expect(try second.browse("/today", cookie: cookie).hasPrefix("HTTP/1.1 200"))
    let file = person.home.appendingPathComponent("daemon-sessions.json")
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    let token = try #require(cookie.split(separator: "=").last)
    #expect(!(try String(contentsOf: file, encoding: .utf8)).contains(token))
  }

  @Test func `browsers are listed and signed out on the command line`() throws {
    let person = try person()
    let daemon = try DaemonProcess(person)
    let (first, second) = (try signIn(daemon), try signIn(daemon))
    let listed = try person.ask("daemon", "sessions")["sessions"] as? [[String: Any]]
    let ids = try #require(listed).compactMap { $0["id"] as? String }
    #expect(ids.count == 2)
    #expect(try person.run("daemon", "sessions").output.contains(ids[0]))
    #expect(try person.refusal("daemon", "sessions", "--revoke", "nothing") == "no-such-session")
    try person.ask("daemon", "sessions", "--revoke", ids[0])
    let answers = try [first, second].map { try daemon.browse("/today", cookie: $0).prefix(12) }
    #expect(answers.sorted() == ["HTTP/1.1 200", "HTTP/1.1 401"])
    try person.ask("daemon", "sessions", "--revoke-all")
    #expect(try daemon.browse("/today", cookie: first).hasPrefix("HTTP/1.1 401"))
    #expect(try daemon.browse("/today", cookie: second).hasPrefix("HTTP/1.1 401"))
    #expect(try DaemonProcess(person, ["sessions"]).end() == 0)
  }

  @Test func `a browser is let in by an answer on the desktop`() throws {
    let (person, bus) = (try person(), try FakeBus())
    let daemon = try DaemonProcess(person, ["--port", "0"], bus.environment)
    _ = try daemon.status { $0["notices"] as? String == "desktop" }
    let page = try eventually("there is no button: \(daemon.words)") { () -> String? in
      let page = try daemon.browse("/today")
      return page.contains("/sign-in/ask") ? page : nil
    }
    #expect(page.contains("Ask on the desktop"))
    _ = try daemon.browse("/sign-in/ask?asking=1f&next=%2Fweek", method: "POST")
    let way = "/sign-in/wait?asking=1f&next=%2Fweek"
    let shown = try bus.first(1, daemon.words)[0]
    #expect(shown.actions == ["allow", "Allow", "refuse", "Not now"])
    let waiting = try daemon.browse(way)
    let code = try #require(waiting.firstMatch(of: #/role="status">(\d{6})</#)?.1)
    #expect(shown.title.hasSuffix("Code \(code)"))
    // A click beside the buttons decides nothing.
    bus.choose("default", on: shown.number)
    bus.choose("allow", on: shown.number)
    let link = try eventually("it is not let in: \(daemon.words)") {
      try daemon.browse(way).firstMatch(of: #/0;url=http:\/\/[^\/]+(\/sign-in\?[^"]+)"/#)
        .map { $0.1.split(separator: "&amp;").joined(separator: "&") }
    }
    let session = try #require(cookie(try daemon.browse(link)))
    #expect(try daemon.browse("/week", cookie: session).hasPrefix("HTTP/1.1 200"))
    _ = try eventually("the question stays") { bus.withdrawn == [shown.number] ? true : nil }
  }

  @Test(arguments: ["refuse", "away"])
  func `what is refused on the desktop lets nobody in`(how: String) throws {
    let (person, bus) = (try person(), try FakeBus())
    let daemon = try DaemonProcess(person, ["--port", "0"], bus.environment)
    _ = try daemon.status { $0["notices"] as? String == "desktop" }
    let asked = try eventually("it cannot be asked: \(daemon.words)") { () -> String? in
      let asked = try daemon.browse("/sign-in/ask?asking=1f", method: "POST")
      return asked.hasPrefix("HTTP/1.1 303") ? asked : nil
    }
    #expect(asked.contains("asking=1f"))
    let number = try bus.first(1, daemon.words)[0].number
    if how == "refuse" { bus.choose(how, on: number) } else { bus.putAway(number) }
    let answer = try eventually("it still waits") { () -> String? in
      let answer = try daemon.browse("/sign-in/wait?asking=1f")
      return answer.contains("not now") ? answer : nil
    }
    #expect(cookie(answer) == nil)
  }

  @Test func `a product without notices, and a desktop without buttons, have no such question`()
    throws
  {
    let bee = try DaemonProcess(try person("beebloom"), ["--port", "0"], try FakeBus().environment)
    #expect(!(try bee.browse("/today")).contains("<form"))
    let bus = try FakeBus(abilities: ["body"])
    let plain = try DaemonProcess(try person(), ["--port", "0"], bus.environment)
    _ = try plain.status { $0["notices"] as? String == "desktop" }
    #expect(!(try plain.browse("/today")).contains("<form"))
    #expect(try plain.browse("/sign-in/ask?asking=1f", method: "POST").hasPrefix("HTTP/1.1 409"))
  }

  /// A program `xdg-open` that stands for a browser; its arguments are in a file.
  private func browser(_ script: String, in person: Person) throws -> [String: String] {
    let folder = person.home.appendingPathComponent("bin")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let program = folder.appendingPathComponent("xdg-open")
    try "#!/bin/sh\n\(script)\n".write(to: program, atomically: true, encoding: .utf8)
    chmod(program.path, 0o755)
    return ["PATH": "\(folder.path):/usr/bin:/bin", "DISPLAY": ":1"]
  }

  @Test func `a browser gets the link in a private file, which is gone once it is used`() throws {
    let person = try person()
    let daemon = try DaemonProcess(person)
    let log = person.home.appendingPathComponent("given")
    // Follows the link in the file, as a browser would.
    let environment = try browser(
      """
      echo "$@" >"\(log.path)"; stat -c %a "$1" >>"\(log.path)"
      url=$(sed -n 's/.*content="0;url=\\([^"]*\\)".*/\\1/p' "$1" | sed 's/&amp;/\\&/g')
      path=/${url#*://*/}; host=${url#*://}; host=${host%%/*}
      exec python3 -c 'import http.client, sys
      link = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1].split(":")[1]))
      link.request("GET", sys.argv[2], headers={"Host": sys.argv[1], "Sec-Fetch-Site": "none"})
      link.getresponse().read()' "$host" "$path"
      """,
      in: person
    )
    let address = try daemon.status()["address"] as? String
    let opened = try person.ask("daemon", "open", environment: environment)
    #expect(opened.flag("signedIn") == true)
    #expect(opened.text("address") == address)
    let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n").map(String.init)
    #expect(lines[0].hasSuffix(".html"))
    #expect(!lines[0].contains("code="))
    #expect(lines[1] == "600")
    #expect(!FileManager.default.fileExists(atPath: lines[0]))
    #expect((try person.ask("daemon", "sessions")["sessions"] as? [Any])?.count == 1)
  }

  @Test func `where no browser can be opened the link itself is printed`() throws {
    let person = try person()
    let daemon = try DaemonProcess(person)
    _ = try daemon.status()
    for environment in [[:], try browser("exit 3", in: person)] {
      let words = try person.run("daemon", "open", environment: environment).output
      #expect(words.contains("within a minute"))
      // Whole in one line.
      let link =
        #/(?m)^http:\/\/trellis-[0-9a-f]{16}\.localhost:\d+\/sign-in\?code=[0-9a-f]{32}&next=%2F$/#
      #expect(words.contains(link))
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: person.home.path)
    #expect(!left.contains { $0.hasSuffix(".html") })
  }

  @Test func `a click on a notice opens a browser that is signed in`() throws {
    let due = "2026-03-02T19:00:30Z"
    let person = try Person()
    for arguments in [["init", "--product", "hobbyist", "--time-zone", "UTC"], ["add", "Read"]] {
      try person.run(arguments, now: "2026-03-02T08:00:00Z")
    }
    try person.ask("remind", "Read", "19:00", now: "2026-03-02T08:00:00Z")
    let log = person.home.appendingPathComponent("given")
    let bus = try FakeBus()
    let new = log.path + ".new"
    let opener = try browser("cat \"$1\" >\"\(new)\"; mv \"\(new)\" \"\(log.path)\"", in: person)
    let daemon = try DaemonProcess(person, now: due, bus.environment.merging(opener) { $1 })
    let shown = try bus.first(1, daemon.words)[0]
    _ = try daemon.status()
    bus.choose("default", on: shown.number)
    let page = try eventually("no browser was opened: \(daemon.words)") {
      try? String(contentsOf: log, encoding: .utf8)
    }
    let link = try #require(page.firstMatch(of: #/localhost:\d+(\/[^"]+)"/#)?.1)
      .split(separator: "&amp;").joined(separator: "&")
    #expect(cookie(try daemon.browse(link)) != nil)
    _ = try eventually("the file of the link is left") { () -> Bool? in
      let left = try FileManager.default.contentsOfDirectory(atPath: person.home.path)
      return left.contains { $0.hasSuffix(".html") } ? nil : true
    }
  }
}
