import LeakCheck
import Testing

@testable import HTTPServing
@testable import Web

/// RFC 9110, sections 12.4.2 and 12.5.3.
@Suite(.leavesNothingBehind) struct AcceptEncodingTests {
  @Test(arguments: [
    "gzip", "GZip", "x-gzip", "gzip, deflate, br, zstd", "br;q=1.0, gzip;q=0.8, *;q=0.1", "*",
    "*;q=0.001", "gzip;q=0.001", "gzip;q=1.000", "deflate , gzip ;\tq=0.5", "identity, gzip",
    "identity;q=0.5, gzip;q=0.5", "identity;q=0, *", "gzip;Q=0.2", ",, gzip ,",
    "gzip;q=1, gzip;q=0",
  ])
  func `gzip is wanted`(field: String) {
    #expect(AcceptEncoding(field).prefersGzip)
  }

  @Test(arguments: [
    nil, "", "identity", "br", "deflate, br;q=1.0", "gzip;q=0", "gzip;q=0.000", "*;q=0",
    "gzip;q=0, *", "x-gzip;q=0, *", "gzip;q=0.5, identity", "gzip;q=0.5, *",
    "gzip;q=0.5, identity;q=0.6", "gzipped", "gzip;q=", "gzip;q=2", "gzip;q=1.001", "gzip;q=0.1234",
    "gzip;q=-1", "gzip;q=.5",
    "gzip;q=x", "gzip;level=1", "gzip;q=1;x=2", "gzip;", ";q=1", "gzip q=1", "gzip;q=0.٣",
  ])
  func `gzip is not wanted`(field: String?) {
    #expect(!AcceptEncoding(field).prefersGzip)
  }

  @Test(arguments: ["identity;q=0", "*;q=0", "gzip, *;q=0.0", "gzip;q=0.1, Identity ; q=0"])
  func `the bytes as they are would not do`(field: String) {
    #expect(AcceptEncoding(field).refusesIdentity)
  }

  @Test(arguments: [nil, "", "gzip", "br", "*", "identity", "identity;q=0.001, *;q=0", "*;q=0.1"])
  func `the bytes as they are will do`(field: String?) {
    #expect(!AcceptEncoding(field).refusesIdentity)
  }
}
