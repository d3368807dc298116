import Driver
import Foundation
import Testing

/// The daemon from its start to its end.
@Suite struct LifeTests {
  @Test func `it says where it is, answers there, and ends cleanly when asked`() throws {
    let person = try Person()
    let daemon = try DaemonProcess(person)
    let port = try daemon.port()
    let status = try person.ask("daemon", "status")
    #expect(status.flag("running") == true)
    let address = try #require(status.text("address"))
    #expect(
      address.wholeMatch(of: #/http:\/\/trellis-[0-9a-f]{16}\.localhost:(\d+)\//#)?.1 == "\(port)"
    )
    #expect(status.number("pid") == Int(daemon.identifier))
    #expect(try daemon.get("/api/v1/today").readAll().hasPrefix("HTTP/1.1 200"))
    daemon.signal(SIGTERM)
    #expect(daemon.end() == 0)
    #expect(try person.ask("daemon", "status").flag("running") == false)
  }

  @Test func `an open live page does not keep it from ending`() throws {
    let daemon = try DaemonProcess(try Person())
    let live = try daemon.get("/api/v1/events", keep: true)
    #expect(try live.read { $0.contains("\r\n\r\n") }.hasPrefix("HTTP/1.1 200"))
    daemon.signal(SIGINT)
    #expect(daemon.end() == 0)
    _ = try live.readAll()
  }

  @Test func `a second one is refused and told where the first is`() throws {
    let person = try Person()
    let first = try DaemonProcess(person)
    let port = try first.port()
    let second = try DaemonProcess(person)
    #expect(second.end() == 1)
    let words = second.words.asOneLine
    #expect(words.contains("runs already"))
    #expect(words.contains(".localhost:\(port)/"))
    #expect(try first.get("/api/v1/today").readAll().hasPrefix("HTTP/1.1 200"))
  }

  @Test func `a killed one leaves nothing that prevents the next`() throws {
    let person = try Person()
    let first = try DaemonProcess(person)
    _ = try first.status()
    first.signal(SIGKILL)
    _ = first.end()
    #expect(try person.ask("daemon", "status").flag("running") == false)
    let second = try DaemonProcess(person)
    #expect(
      try second.get("/api/v1/today").readAll().hasPrefix("HTTP/1.1 200")
    )
  }

  @Test func `a file or a living socket in place of its own is left as it is`() throws {
    let person = try Person()
    let file = person.home.appendingPathComponent("thesis.txt")
    try Data("years of work".utf8).write(to: file)
    let daemon = try DaemonProcess(person, ["--port", "0", "--socket", file.path])
    #expect(daemon.end() == 1)
    #expect(daemon.words.asOneLine.contains("is a file and not a socket"))
    #expect(try String(contentsOf: file, encoding: .utf8) == "years of work")
    let other = try DaemonProcess(try Person())
    let socket = try #require(try other.status()["socket"] as? String)
    let rival = try DaemonProcess(person, ["--port", "0", "--socket", socket])
    #expect(rival.end() == 1)
    #expect(rival.words.asOneLine.contains("Another program listens at"))
    #expect(FileManager.default.fileExists(atPath: socket))
  }

  @Test func `a port that is taken is said in a sentence`() throws {
    let first = try DaemonProcess(try Person())
    let port = try first.port()
    let second = try DaemonProcess(try Person(), ["--port", "\(port)"])
    #expect(second.end() == 1)
    let words = second.words.asOneLine
    #expect(words.contains("Another program listens at port \(port)"))
    #expect(words.contains("--port \(port + 1)"))
  }

  @Test func `everything it makes is its owner's alone`() throws {
    let person = try Person()
    chmod(person.home.path, 0o755)
    let daemon = try DaemonProcess(person)
    _ = try daemon.status()
    for name in ["daemon.lock", "daemon-token", "daemon-secret", "daemon.sock", "space.db"] {
      var status = stat()
      #expect(stat(person.home.appendingPathComponent(name).path, &status) == 0, "\(name)")
      #expect(status.st_mode & 0o777 == 0o600, "\(name)")
    }
  }

  @Test func `another product is taken over without an end`() throws {
    let person = try Person()
    let daemon = try DaemonProcess(person, ["--port", "0"])
    #expect(try daemon.status()["product"] as? String == "hobbyist")
    try person.ask("init", "--product", "streaks")
    let status = try daemon.status { $0["product"] as? String == "streaks" }
    #expect(status["port"] != nil)
    #expect(try daemon.get("/api/v1/badges").readAll().hasPrefix("HTTP/1.1 200"))
  }

  @Test func `a home that is moved away is not begun anew in its place`() throws {
    let person = try Person()
    try person.ask("add", "Read")
    let daemon = try DaemonProcess(person)
    _ = try daemon.port()
    let moved = person.home.path + "-moved"
    try FileManager.default.moveItem(atPath: person.home.path, toPath: moved)
    #expect(daemon.end() == 0)
    #expect(daemon.words.contains("is no longer where it was"))
    #expect(!FileManager.default.fileExists(atPath: person.home.path))
    try FileManager.default.moveItem(atPath: moved, toPath: person.home.path)
    #expect(try person.ask("list").items().texts("title") == ["Read"])
  }

  @Test func `SIGHUP has it read everything anew and go on`() throws {
    let daemon = try DaemonProcess(try Person())
    let port = try daemon.port()
    daemon.signal(SIGHUP)
    _ = try eventually("it did not open anew: \(daemon.words)") {
      daemon.words.components(separatedBy: "is at http://trellis-").count > 2 ? true : nil
    }
    // Open pages and other programs find it where it was.
    #expect(try daemon.port() == port)
    #expect(try daemon.get("/api/v1/today").readAll().hasPrefix("HTTP/1.1 200"))
    daemon.signal(SIGTERM)
    #expect(daemon.end() == 0)
  }

  @Test func `trellis daemon starts one in the background and ends it`() throws {
    let person = try Person()
    let bus = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"]
    let started = try person.ask("daemon", "start", "--port", "0", environment: bus)
    #expect(started.flag("running") == true)
    #expect(started.text("notices") == "inbox")
    #expect(
      try person.ask("daemon", "start", environment: bus).number("pid") == started.number("pid")
    )
    let address = try #require(started.text("address"))
    let digits = try #require(address.split(separator: ":").last).filter(\.isNumber)
    let port = try #require(Int(digits))
    #expect(try person.ask("daemon", "start", "--port", "\(port)").text("address") == address)
    #expect(
      try person.refusal("daemon", "start", "--port", "\(port ^ 1)") == "daemon-runs-elsewhere"
    )
    let opened = try person.ask("daemon", "open")
    #expect(opened.flag("signedIn") == false)
    #expect(opened.text("address")?.hasPrefix(try #require(started.text("address"))) == true)
    #expect(try person.ask("daemon", "stop").flag("running") == false)
    #expect(try person.refusal("daemon", "stop") == "daemon-not-running")
  }

  @Test func `a misspelled command is told with the one that is near`() throws {
    let run = try DaemonProcess(try Person(), ["stauts"])
    #expect(run.end() == 64)
    #expect(run.words.asOneLine.contains("has no command “stauts”. Did you mean “status”?"))
  }

  @Test func `a token is made once and replaced when asked`() throws {
    let person = try Person()
    func token(_ arguments: String...) throws -> String {
      let run = try DaemonProcess(person, ["token"] + arguments)
      #expect(run.end() == 0)
      return run.words.asOneLine
    }
    let first = try token()
    #expect(first.count == 64)
    #expect(try token() == first)
    let second = try token("--renew")
    #expect(second != first)
    #expect(try token() == second)
  }

  @Test func `the units are written, and without systemd it says what to do instead`() throws {
    let person = try Person()
    let environment = ["XDG_CONFIG_HOME": person.home.path + "/config", "PATH": "/nonexistent"]
    let install = try DaemonProcess(person, ["install"], environment)
    #expect(install.end() == 0)
    #expect(install.words.asOneLine.contains("trellis daemon start"))
    let unit = person.home.appendingPathComponent("config/systemd/user/trellisd.service")
    let text = try String(contentsOf: unit, encoding: .utf8)
    #expect(text.contains("TRELLIS_HOME=\(person.home.path)\""))
    #expect(text.contains("NoNewPrivileges=yes"))
    #expect(text.contains("Requires=trellisd.socket"))
    let socket = unit.deletingLastPathComponent().appendingPathComponent("trellisd.socket")
    #expect(try String(contentsOf: socket, encoding: .utf8).contains("ListenStream=127.0.0.1:4747"))
    let uninstall = try DaemonProcess(person, ["uninstall"], environment)
    #expect(uninstall.end() == 0)
    for path in [unit.path, socket.path] {
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test func `one unit serves one folder, and what it did for another is said`() throws {
    let (ada, ben) = (try Person(), try Person())
    let environment = ["XDG_CONFIG_HOME": ada.home.path + "/config", "PATH": "/nonexistent"]
    func run(_ command: String, _ person: Person) throws -> (status: Int32, words: String) {
      let daemon = try DaemonProcess(person, [command], environment)
      return (daemon.end(), daemon.words.asOneLine)
    }
    #expect(try !run("install", ada).words.contains("another folder"))
    #expect(try !run("install", ada).words.contains("another folder"))
    let refused = try run("uninstall", ben)
    #expect(refused.status == 1)
    #expect(refused.words.contains("Nothing was changed"))
    #expect(try run("install", ben).words.contains("another folder before"))
    #expect(try run("uninstall", ada).status == 1)
    #expect(try run("uninstall", ben).status == 0)
  }

  @Test func `a folder's name stands in the unit as it is, and a port has to be one`() throws {
    let person = try Person()
    let show = ["install", "--show", "--home", "/tmp/a$b%c\"d"]
    let shown = try DaemonProcess(person, show)
    #expect(shown.end() == 0)
    #expect(shown.words.contains(#"Environment="TRELLIS_HOME=/tmp/a$b%%c\"d""#))
    let refused = try DaemonProcess(person, show + ["--port", "0"])
    #expect(refused.end() == 64)
    #expect(refused.words.asOneLine.contains("Nothing was installed"))
  }
}

extension DaemonProcess {
  convenience init(_ person: Person, _ arguments: [String], _ environment: [String: String]) throws
  {
    try self.init(person, arguments, now: nil, environment)
  }
}
