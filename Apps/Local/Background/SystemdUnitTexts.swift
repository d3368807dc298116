import Core
import Glibc

/// The contents of the units that ``SystemdUnit`` installs.
struct SystemdUnitTexts {
  let home: Home
  let port: Int

  /// The service.
  ///
  /// - Throws: a ``DomainError`` when trellisd is not installed.
  func service() throws -> String {
    let program = try DetachedProgram.daemon()
    return """
      # Written by: trellisd install. To be rid of it: trellisd uninstall
      [Unit]
      Description=Trellis: reminders and the web app on 127.0.0.1
      Documentation=man:trellisd(1)
      Requires=\(SystemdUnit.socketName)
      After=\(SystemdUnit.socketName) dbus.socket
      StartLimitIntervalSec=60
      StartLimitBurst=5

      [Service]
      Type=notify
      ExecStart=\(SystemdUnitTexts.quoted(program, isCommand: true)) run --port \(port)
      ExecReload=/bin/kill -HUP $MAINPID
      \(SystemdUnitTexts.homeLine(home))
      Environment=SWIFT_BACKTRACE=enable=no
      Restart=on-failure
      RestartSec=2
      TimeoutStopSec=10
      UMask=0077
      MemoryHigh=256M
      NoNewPrivileges=yes
      SystemCallArchitectures=native
      SystemCallFilter=@system-service
      SystemCallErrorNumber=EPERM
      RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6
      RestrictNamespaces=yes
      RestrictRealtime=yes
      RestrictSUIDSGID=yes
      LockPersonality=yes
      MemoryDenyWriteExecute=yes

      [Install]
      WantedBy=default.target

      """
  }

  /// The sockets, which are held from login on (systemd.socket(5)).
  var socket: String {
    let addresses = ["127.0.0.1:\(port)"] + (SystemdUnitTexts.hasIPv6 ? ["[::1]:\(port)"] : [])
    return """
      # Written by: trellisd install. To be rid of it: trellisd uninstall
      [Unit]
      Description=Trellis: the port of the web app
      Documentation=man:trellisd(1)

      [Socket]
      \(addresses.map { "ListenStream=\($0)" }.joined(separator: "\n"))

      [Install]
      WantedBy=sockets.target

      """
  }

  /// The line of the service that names its folder.
  static func homeLine(_ home: Home) -> String {
    "Environment=\(quoted("TRELLIS_HOME=\(home.path)", isCommand: false))"
  }

  /// Quotes a value as systemd.syntax(7) and systemd.service(5) require.
  ///
  /// - Parameter isCommand: whether `$` names a variable, as it does in no other value.
  private static func quoted(_ text: String, isCommand: Bool) -> String {
    let escaped = text.replacingScalars { scalar in
      switch scalar {
      case "\\": "\\\\"
      case "\"": "\\\""
      case "%": "%%"
      case "$" where isCommand: "$$"
      default: nil
      }
    }
    return "\"\(escaped)\""
  }

  /// Whether this machine has the loopback address of IPv6; without it systemd would open neither.
  private static var hasIPv6: Bool {
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = Glibc.socket(AF_INET6, type, 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_addr = in6addr_loopback
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size)) == 0
      }
    }
  }
}
