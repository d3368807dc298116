import Core
import FileSystem

/// Why a request has no answer.
///
/// No case contains a path, a header or a body of the request, so that no secret can get into a
/// message or a log through them.
package enum HTTPClientError: Error, Sendable, Equatable {
  /// The system lacks libcurl.
  case libraryMissing
  /// An address that cannot be used, as it was given.
  case badAddress(String)
  /// `http://` to another machine, which anybody in between could read.
  case insecure(host: String)
  /// The host is on a private network or this machine, and only public ones may be reached.
  case notPublic(host: String)
  /// The host could not be reached; `why` completes "The server … cannot be reached: ".
  case unreachable(host: String, why: String)
  /// The host has not proven who it is; `why` completes "The certificate of … is not trusted: ".
  case certificate(host: String, why: String)
  /// No encrypted connection could be established.
  case tls(host: String)
  /// The host took longer than the request allows.
  case timedOut(host: String)
  /// The connection ended before the answer was complete.
  case interrupted(host: String)
  /// The host's answer is not HTTP.
  case malformed(host: String)
  /// The answer is larger than the limit.
  case tooLarge(host: String, limit: Int)
  /// The host redirects to another one, or in circles.
  case redirected(host: String, to: String)
  /// The file of certificates that the person has named cannot be used.
  case unusableAuthorities(path: String)
  /// A stream of events was requested, and the host answered something else.
  case noEvents(HTTPResponse, host: String)
  /// The caller no longer waits.
  case cancelled
  /// Anything else: the code of libcurl.
  case failed(host: String, code: Int)
}

extension HTTPClientError: CustomStringConvertible {
  package var description: String { message }

  /// A stable code for programs.
  package var code: String {
    switch self {
    case .libraryMissing: "no-curl"
    case .badAddress: "bad-address"
    case .insecure: "insecure-address"
    case .notPublic: "address-not-public"
    case .unreachable: "server-unreachable"
    case .certificate: "certificate-untrusted"
    case .tls: "no-encryption"
    case .timedOut: "server-slow"
    case .interrupted: "connection-cut"
    case .malformed, .noEvents: "answer-unreadable"
    case .tooLarge: "answer-too-large"
    case .redirected: "redirected"
    case .unusableAuthorities: "ca-file-unusable"
    case .cancelled: "cancelled"
    case .failed: "request-failed"
    }
  }

  /// What happened and what to do, for a person.
  package var message: String {
    switch self {
    case .libraryMissing:
      "Talking to a server needs the library libcurl, which this system does not have. Nothing was "
        + "lost. Install it (on Debian and Ubuntu: apt install libcurl4) and try again."
    case .badAddress(let text):
      "“\(text)” is not the address of a server. Nothing was changed: write it as in  "
        + "https://habits.example.org"
    case .insecure(let host):
      "http:// to \(host) would let anybody in between read and change everything, so nothing was "
        + "sent. Use https://\(host)"
    case .notPublic(let host):
      "\(host) leads to a private network or to this machine, so nothing was sent. Use an address that "
        + "can be reached from everywhere."
    case .unreachable(let host, let why):
      "The server \(host) cannot be reached: \(why) Nothing was lost; try again later."
    case .certificate(let host, let why):
      "The certificate of \(host) is not trusted: \(why) Nothing was sent."
    case .tls(let host):
      "No encrypted connection to \(host) could be made: it is not a server for https, offers nothing "
        + "newer than TLS 1.1, or ended the connection. Nothing was sent."
    case .timedOut(let host):
      "\(host) took too long to answer. Nothing was lost; try again later."
    case .interrupted(let host):
      "The connection to \(host) ended in the middle. Nothing was lost; try again."
    case .malformed(let host), .noEvents(_, let host):
      "\(host) answered with something unreadable: is that address right? Nothing was lost."
    case .tooLarge(let host, let limit):
      "\(host) sent more than the \(ByteCount(limit).words) that its answer may have, so it was "
        + "not read. Nothing was lost."
    case .redirected(let host, let other):
      "\(host) redirects to \(other), which was not followed. If you trust that server, use its "
        + "address."
    case .unusableAuthorities(let path):
      "\(path) cannot be used: it must be a readable file of certificates in PEM format. Nothing was "
        + "sent."
    case .cancelled: "The request was cancelled. Nothing was lost."
    case .failed(let host, let code):
      "The request to \(host) failed (libcurl's code \(code)). Nothing was lost; try again later."
    }
  }
}

extension DomainError {
  /// The same code with its description.
  package init(_ error: HTTPClientError) { self.init(error.code, error.message) }
}
