import Core
import Locks
import NIOCore
import NIOSSL

/// Encrypts connections with a certificate that can be replaced while the server runs.
final class TLSContext: Sendable {
  private let files: ServerConfiguration.TLSFiles
  private let context: Locked<NIOSSLContext>

  /// - Throws: a ``DomainError`` for files that are not a certificate and its key.
  init(_ files: ServerConfiguration.TLSFiles) throws {
    self.files = files
    context = Locked(try TLSContext.load(files))
  }

  /// Reads the files again, after they were renewed.
  func reload() throws {
    let next = try TLSContext.load(files)
    context.withLock { $0 = next }
  }

  /// Adds encryption to a connection, before any other handler.
  func secure(_ channel: any Channel) throws {
    let handler = NIOSSLServerHandler(context: context.withLock { $0 })
    try channel.pipeline.syncOperations.addHandler(handler)
  }

  private static func load(_ files: ServerConfiguration.TLSFiles) throws -> NIOSSLContext {
    do {
      let chain = try NIOSSLCertificate.fromPEMFile(files.certificate)
      let key = try NIOSSLPrivateKey(file: files.key, format: .pem)
      var settings = TLSConfiguration.makeServerConfiguration(
        certificateChain: chain.map { .certificate($0) },
        privateKey: .privateKey(key)
      )
      // OWASP ASVS 5.0, 12.1.1.
      settings.minimumTLSVersion = .tlsv12
      settings.applicationProtocols = ["http/1.1"]
      return try NIOSSLContext(configuration: settings)
    } catch {
      throw DomainError(
        "bad-certificate",
        "\(files.certificate) and \(files.key) are not a certificate with its key in PEM that this user "
          + "can read. Nothing was started or changed: look at both files ( tls  in the configuration)."
      )
    }
  }
}
