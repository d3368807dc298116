/// Numbers of libcurl's options and codes, from `curl.h` and `multi.h`.
///
/// They are part of its binary interface and never change.
enum CurlOption {
  static let globalDefault = 3

  // Options that take a number.
  static let sslVersion: Int32 = 32
  static let noProgress: Int32 = 43
  static let post: Int32 = 47
  static let followLocation: Int32 = 52
  static let verifyPeer: Int32 = 64
  static let httpGet: Int32 = 80
  static let verifyHost: Int32 = 81
  static let noSignal: Int32 = 99
  static let timeoutMilliseconds: Int32 = 155
  static let connectTimeoutMilliseconds: Int32 = 156
  static let protocols: Int32 = 181
  static let tcpKeepAlive: Int32 = 213
  static let pathAsIs: Int32 = 234
  static let suppressConnectHeaders: Int32 = 265
  static let bodySize: Int32 = 30_120

  // Options that take text or an address.
  static let writeContext: Int32 = 10_001
  static let url: Int32 = 10_002
  static let body: Int32 = 10_015
  static let userAgent: Int32 = 10_018
  static let headers: Int32 = 10_023
  static let headerContext: Int32 = 10_029
  static let method: Int32 = 10_036
  static let authorities: Int32 = 10_065
  static let acceptEncoding: Int32 = 10_102
  static let openSocketContext: Int32 = 10_164
  static let noProxy: Int32 = 10_177
  static let resolve: Int32 = 10_203

  // Options that take a function.
  static let write: Int32 = 20_011
  static let writeHeader: Int32 = 20_079
  static let openSocket: Int32 = 20_163

  // Information about a transfer.
  static let status: Int32 = 0x20_0002
  static let certificateProblem: Int32 = 0x20_000D
  static let systemError: Int32 = 0x20_0019
  static let sentBytes: Int32 = 0x60_0007

  // Values.
  static let tls12 = 6
  static let onlyHTTP = 1
  static let onlyHTTPS = 2
}
