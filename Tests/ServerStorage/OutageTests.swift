import PostgreSQL
import PostgreSQLJournal
import PostgreSQLTesting
import ServerStorage
import StoreTesting
import Testing

/// What callers of a store in PostgreSQL are told when its server or the network fails.
@Suite(.enabled(if: PostgreSQLCluster.isInstalled, PostgreSQLCluster.absence))
struct OutageTests {
  @Test func `a connection that was ended is made again, and no call notices`() async throws {
    try await withDatabaseSpot { spot in
      let settings = try spot.settings("application_name=idle-shelf")
      let shelf = try Shelf(.postgreSQL(settings))
      let session = try spot.session()
      for number in 1...5 {
        try session.endSessions(of: "idle-shelf")
        try await shelf.add(number)
        try session.endSessions(of: "idle-shelf")
        #expect(try await shelf.numbers() == Array(1...number))
      }
    }
  }

  @Test func `a write whose connection ends before its end is made once`() async throws {
    try await withDatabaseSpot { spot in
      let shelf = try Shelf(.postgreSQL(spot.settings("application_name=ended-shelf")))
      let (locker, session) = (try spot.session(), try spot.session())
      try locker.execute("BEGIN; LOCK TABLE books")
      let write = Task { try await shelf.add(1) }
      #expect(try await comesTrue { try session.isWaiting("ended-shelf", for: "Lock") })
      try session.endSessions(of: "ended-shelf")
      try locker.execute("COMMIT")
      try await write.value
      #expect(try await shelf.numbers() == [1])
    }
  }

  @Test func `a write whose end is not answered may have been kept, and the error says so`()
    async throws
  {
    try await withDatabaseSpot { spot in
      var settings = try spot.settings("application_name=unanswered-shelf")
      let shelf = try Shelf(.postgreSQL(settings))
      // The commits of this one wait for a standby that does not exist.
      settings.connection = settings.connection.replacing(
        "options=",
        with: "options=-csynchronous_commit=on\\ "
      )
      let waiting = try Shelf(.postgreSQL(settings))
      let session = try spot.session()
      let write = Task { try await waiting.add(1) }
      #expect(try await comesTrue { try session.isWaiting("unanswered-shelf", for: "SyncRep") })
      try session.endSessions(of: "unanswered-shelf")
      let failure = await failure { try await write.value }
      #expect(failure?.code == .unconfirmed)
      #expect(failure?.message.contains("may or may not be kept") == true)
      // It was kept, and nothing has made it a second time.
      #expect(try await shelf.numbers() == [1])
    }
  }

  @Test func `what another node has locked for long is an error that passes`() async throws {
    try await withDatabaseSpot { spot in
      var settings = try spot.settings()
      // Long enough for the steps of a transaction on a busy machine, which may take half of it.
      settings.patience = 1500
      let shelf = try Shelf(.postgreSQL(settings))
      let locker = try spot.session()
      try locker.execute("BEGIN; LOCK TABLE books")
      let failure = await failure { try await shelf.add(1) }
      #expect(failure?.code == .locked)
      #expect(failure?.message.contains("nothing was lost. Try again") == true)
      try locker.execute("COMMIT")
      try await shelf.add(1)
    }
  }

  @Test func `a database that only reads says so and can be read`() async throws {
    try await withDatabaseSpot { spot in
      var settings = try spot.settings()
      try await Shelf(.postgreSQL(settings)).add(1)
      settings.connection = settings.connection.replacing(
        "options=",
        with: "options=-cdefault_transaction_read_only=on\\ "
      )
      let standby = try Shelf(.postgreSQL(settings))
      #expect(try await standby.numbers() == [1])
      let failure = await failure { try await standby.add(2) }
      #expect(failure?.code == .readOnly)
      #expect(failure?.message.contains("is safe") == true)
    }
  }

  @Test func `a server that is restarted loses nothing that was confirmed`() async throws {
    let cluster = try PostgreSQLCluster()
    var settings = PostgreSQLSettings(connection: try cluster.newSchema())
    // A busy machine may take long to start a server.
    settings.patience = 60_000
    let shelf = try Shelf(.postgreSQL(settings))
    for number in 1...20 { try await shelf.add(number) }
    try cluster.crash()
    // The call waits for the server, as long as the settings allow.
    let write = Task { try await shelf.add(21) }
    #expect(try await comesTrue { settings.isInterrupted })
    try cluster.start()
    try await write.value
    #expect(try await shelf.numbers() == Array(1...21))
  }

  @Test(
    arguments: [
      "host=/nowhere user=me password=hunter2", "password=hunter2 =", "port=x password=hunter2",
    ]
  )
  func `without a server the error says so, and never the password`(_ connection: String) async {
    var settings = PostgreSQLSettings(connection: connection)
    settings.patience = 50
    let place = StorePlace.postgreSQL(settings)
    let failure = await failure { _ = try Shelf(place) }
    #expect(failure?.code == .unavailable)
    // Whoever only wanted to read has made no change that could have been kept.
    #expect(failure?.message.contains("Nothing was changed") == true)
    #expect(failure.map { !"\($0)".contains("hunter2") } == true)
    #expect(!"\(place)".contains("hunter2"))
  }
}
