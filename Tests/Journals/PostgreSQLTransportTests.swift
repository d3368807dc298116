import Core
import Journals
import class LoopbackHTTP.LoopbackServer
import PostgreSQL
import PostgreSQLJournal
import PostgreSQLTesting
import Testing

/// Connections whose connection string demands TLS and a proof of who the server is.
@Suite(.enabled(if: PostgreSQLCluster.isInstalled, PostgreSQLCluster.absence))
struct PostgreSQLTransportTests {
  private static let encrypted = Result { try PostgreSQLCluster(isEncrypted: true) }

  @Test func `every connection of a journal is encrypted, and the server's name is checked`()
    async throws
  {
    let cluster = try Self.encrypted.get()
    let certificate = try #require(cluster.certificate)
    let journal = try PostgreSQLJournal(
      PostgreSQLSettings(
        connection: cluster.encryptedAddress(
          "host=localhost sslmode=verify-full sslrootcert=\(certificate) application_name=sealed"
        )
      )
    )
    try await journal.add([fact(1)], after: 0)
    #expect(try await journal.all().count == 1)
    let session = try cluster.session()
    let open = try session.run(
      Statement(
        "sealed",
        """
        SELECT count(*), count(*) FILTER (WHERE ssl) FROM pg_stat_activity
          JOIN pg_stat_ssl USING (pid) WHERE application_name = 'sealed'
        """
      ).alone
    )
    let all = try open.int(0, 0)
    #expect(all > 1)
    #expect(try open.int(0, 1) == all)
  }

  @Test(arguments: [
    // Its certificate is for `localhost`.
    "host=127.0.0.1 sslmode=verify-full sslrootcert=OWN",
    "host=localhost sslmode=verify-full sslrootcert=/no/such/file",
    // Vouches for others.
    "host=localhost sslmode=verify-full sslrootcert=system",
  ])
  func `a server that cannot prove who it is gets nothing, and words say so`(
    demands: String
  ) throws {
    let cluster = try Self.encrypted.get()
    let certificate = try #require(cluster.certificate)
    let connection = cluster.encryptedAddress(
      demands.replacing("OWN", with: certificate)
    )
    let error = try #require(
      throws: JournalError.self
    ) { try PostgreSQLJournal(PostgreSQLSettings(connection: connection)) }
    #expect(error.code == .unavailable)
    #expect(error.message.contains("could not prove"))
  }

  @Test func `a server without TLS gets nothing where it is demanded`() throws {
    let server = try LoopbackServer { client in
      // The whole answer to whoever asks for TLS.
      client.send("N")
    }
    defer { server.stop() }
    let error = try #require(
      throws: PostgreSQLError.self
    ) {
      try Connection(
        "host=127.0.0.1 port=\(server.port) sslmode=require",
        program: "test",
        timeout: 1000
      )
    }
    #expect(error.kind == .untrusted)
  }
}
