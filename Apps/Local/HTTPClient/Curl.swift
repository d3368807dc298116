import CCurl
import Locks

/// The functions of libcurl, loaded when the first request is made.
struct Curl: Sendable {
  // The table is filled once, by `curl_table_load`, and never written again.
  nonisolated(unsafe) let functions: UnsafePointer<curl_table>

  /// The file names on Linux: of a build with OpenSSL, and of one with GnuTLS.
  static let libraries = ["libcurl.so.4", "libcurl-gnutls.so.4"]

  /// Loads and prepares the first library that is available.
  ///
  /// - Throws: ``HTTPClientError/libraryMissing``.
  static func load(_ libraries: [String]) throws(HTTPClientError) -> Curl {
    for library in libraries {
      guard let table = curl_table_load(library) else { continue }
      if table.pointee.global_init(CurlOption.globalDefault) == 0 { return Curl(functions: table) }
    }
    throw .libraryMissing
  }

  /// Returns the loaded library.
  ///
  /// Loading is retried after a failure, so that running programs find a library that is installed
  /// later. The lock makes libcurl's preparation happen once, which older versions need.
  static func shared() throws(HTTPClientError) -> Curl {
    try loaded.withLock { loaded throws(HTTPClientError) in
      if let loaded { return loaded }
      let curl = try load(libraries)
      loaded = curl
      return curl
    }
  }

  private static let loaded = Locked<Curl?>(nil)
}
