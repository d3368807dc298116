import Glibc

extension HTTPClientError {
  /// The meaning of a code of libcurl for a person (`CURLcode` in libcurl-errors(3)).
  init(code: Int, of handles: CurlHandles, host: String) {
    switch code {
    case 5:
      self = .unreachable(host: host, why: "the proxy that is set on this system is not found.")
    case 6:
      let why = "no computer is known by that name, or this one is offline."
      self = .unreachable(host: host, why: why)
    case 7:
      let why = HTTPClientError.reason(systemError: handles.number(CurlOption.systemError))
      self = .unreachable(host: host, why: why)
    case 28: self = .timedOut(host: host)
    case 18, 52, 55, 56: self = .interrupted(host: host)
    case 1, 8, 16, 61, 92: self = .malformed(host: host)
    case 100: self = .tooLarge(host: host, limit: Receiver.mostHeaderBytes)
    case 51, 60:
      let problem = handles.number(CurlOption.certificateProblem)
      self = .certificate(host: host, why: HTTPClientError.reason(certificateProblem: problem))
    case 35, 53, 54, 58, 59, 64, 66, 80, 83, 90, 91, 98: self = .tls(host: host)
    default: self = .failed(host: host, code: code)
    }
  }

  private static func reason(systemError: Int) -> String {
    switch Int32(truncatingIfNeeded: systemError) {
    case ECONNREFUSED: "no program accepts connections there."
    case ENETUNREACH, EHOSTUNREACH, ENETDOWN:
      "there is no route to it; this computer may be offline."
    default: "it does not answer."
    }
  }

  /// The numbers are those of OpenSSL (x509_vfy.h); those of other libraries differ, and exceed 31.
  private static func reason(certificateProblem: Int) -> String {
    switch certificateProblem {
    case 9: "by the clock of this computer it is not valid yet. Is that clock right?"
    case 10: "by the clock of this computer it has expired. Is that clock right?"
    case 18, 19:
      "it is signed by itself. If it is your own server, name the file of its certificate with  "
        + "--ca-file FILE"
    case 20, 21:
      "nobody that this system knows vouches for it. If it is your own server, name the file of its "
        + "certificate with  --ca-file FILE"
    // libcurl compares the names itself, and leaves no code (0) or its initial one (1).
    case 0, 1, 62: "it is for another name, so this may be another server."
    default:
      "it does not prove that this is the right server. If it is your own, name the file of its "
        + "certificate with  --ca-file FILE"
    }
  }
}
