import ChildProcesses
import Glibc
import Testing

extension Trait where Self == ConditionTrait {
  /// For tests that need a ``TLSPeer``.
  static var needsOpenSSL: Self { .enabled(if: TLSPeer.isInstalled, "openssl is not installed") }
}

/// `openssl s_server`, with a certificate of its own.
final class TLSPeer {
  let port: UInt16
  let certificate: String
  private let folder: String
  private let process: ChildProcess

  private static let program = "/usr/bin/openssl"

  static var isInstalled: Bool { access(program, X_OK) == 0 }

  /// - Parameters:
  ///   - name: what the certificate is for, as in `IP:127.0.0.1`.
  ///   - isExpired: whether the certificate was valid years ago.
  init(_ name: String = "IP:127.0.0.1", isExpired: Bool = false, _ options: String...) throws {
    var template = Array("/tmp/trellis-tls-XXXXXX".utf8CString)
    folder = mkdtemp(&template).map { String(cString: $0) } ?? ""
    certificate = folder + "/cert.pem"
    let key = folder + "/key.pem"
    let request = folder + "/request.pem"
    try TLSPeer.start([
      "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key,
      "-out", request, "-subj", "/CN=trellis test",
    ]).wait()
    let rules = folder + "/rules"
    TLSPeer.write(
      """
      [ca]
      default_ca = own
      [own]
      database = \(folder)/index
      new_certs_dir = \(folder)
      default_md = sha256
      policy = policy
      x509_extensions = extensions
      rand_serial = yes
      [policy]
      commonName = supplied
      [extensions]
      subjectAltName = \(name)
      """,
      to: rules
    )
    TLSPeer.write("", to: folder + "/index")
    let validity =
      isExpired
      ? ["-startdate", "20200101000000Z", "-enddate", "20200102000000Z"] : ["-days", "2"]
    try TLSPeer.start(
      [
        "ca", "-batch", "-selfsign", "-notext", "-config", rules, "-keyfile", key, "-in", request,
        "-out", certificate,
      ] + validity
    ).wait()
    process = try TLSPeer.start(
      ["s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key, "-www"] + options
    )
    port = TLSPeer.port(process.output)
  }

  deinit {
    process.send(SIGKILL)
    process.wait()
    TLSPeer.remove(folder)
  }

  private static func write(_ text: String, to path: String) {
    guard let file = fopen(path, "w") else { return }
    fputs(text, file)
    fclose(file)
  }

  private static func remove(_ folder: String) {
    guard let directory = opendir(folder) else { return }
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      unlink("\(folder)/\(name)")
    }
    closedir(directory)
    rmdir(folder)
  }

  private static func start(_ arguments: [String]) throws -> ChildProcess {
    try ChildProcess(
      ChildProcess.Plan(program, arguments, output: .pipe, errors: .discarded)
    )
  }

  /// The port that it says it listens on.
  private static func port(_ output: Int32) -> UInt16 {
    var text = ""
    var piece = [UInt8](repeating: 0, count: 4096)
    while !text.contains("ACCEPT ") || !text.hasSuffix("\n") {
      let count = read(output, &piece, piece.count)
      guard count > 0 else { return 0 }
      text += String(decoding: piece[..<count], as: UTF8.self)
    }
    let line = text.split(separator: "\n").first { $0.hasPrefix("ACCEPT ") }
    return line?.split(separator: ":").last.flatMap { UInt16($0) } ?? 0
  }
}
