/// The tables of a journal.
///
/// The space is the first column of every key, and tables are partitioned by its hash: rows of one
/// space are together, and an engine that spreads tables over several servers can spread these
/// without a change. No table refers to another one and no number is counted across spaces.
///
/// Texts are stored as the bytes of their UTF-8, which sort alike in every locale and may contain
/// the zero character. 64-bit numbers without a sign are stored as those with the same bits.
enum Schema {
  /// The number of partitions of each table; it can never change for tables that exist.
  static let partitions = 16

  /// The tables whose rows belong to a space, in which `space` is the first column.
  static let tablesOfSpaces = [
    "facts", "erased", "snapshots", "alarms", "sync_states", "sync_numbers", "sync_made",
    "commands", "spaces",
  ]

  /// The level that a program must know to use the tables.
  ///
  /// Two versions run side by side during an upgrade, so a migration only adds: columns with
  /// defaults, tables and indexes, none of which an earlier version notices. A change that earlier
  /// versions would not survive raises the level, and they refuse to work.
  static let level = 1

  /// The steps that create the tables; released steps are never edited.
  static let migrations = [
    Migration(
      "facts",
      table(
        "spaces",
        """
        space uuid PRIMARY KEY, head bigint NOT NULL, head_hash bytea NOT NULL,
        last_change bigint NOT NULL
        """,
        // Each append updates the row of its space; with room on the page no index changes.
        with: "(fillfactor = 60)"
      )
        + table(
          "facts",
          """
          space uuid, seq bigint, id uuid NOT NULL, clock bigint NOT NULL, device bigint NOT NULL,
          kind bytea NOT NULL, version bigint NOT NULL, entity uuid, payload bytea,
          payload_hash bytea NOT NULL CHECK (octet_length(payload_hash) = 32),
          chain_hash bytea NOT NULL CHECK (octet_length(chain_hash) = 32),
          erases boolean NOT NULL, amends boolean NOT NULL,
          PRIMARY KEY (space, seq), UNIQUE (space, id)
          """
        ) + table("erased", "space uuid, entity uuid, PRIMARY KEY (space, entity)")
          + """
          CREATE INDEX facts_erasures ON facts (space, entity, seq) WHERE erases;
          CREATE INDEX facts_amendments ON facts (space, seq) WHERE amends;
          """
    ),
    Migration(
      "snapshots and alarms",
      table(
        "snapshots",
        """
        space uuid, set_id bigint, seq bigint NOT NULL, chain_hash bytea NOT NULL,
        bytes bytea NOT NULL, bytes_hash bytea NOT NULL, kept bigint NOT NULL,
        PRIMARY KEY (space, set_id)
        """
      )
        // `due` is when an alarm may be claimed: when it is set for, or when the lease on it ends.
        + table(
          "alarms",
          """
          space uuid, module bytea, key bytea, at bigint NOT NULL, due bigint NOT NULL,
          PRIMARY KEY (space, module, key)
          """
        ) + "CREATE INDEX alarms_due ON alarms (module, due);"
    ),
    Migration(
      "sync",
      table("sync_states", "space uuid PRIMARY KEY, state bytea NOT NULL")
        + table(
          "sync_numbers",
          """
          space uuid, author bigint, number bigint, fact uuid NOT NULL, alias boolean NOT NULL,
          position bigint, clock bigint, refusal bytea, received bigint, tag bigint NOT NULL,
          floor bigint NOT NULL,
          PRIMARY KEY (space, author, number)
          """
        )
        + table(
          "sync_made",
          """
          space uuid, fact uuid, boot bigint NOT NULL, milliseconds bigint NOT NULL,
          PRIMARY KEY (space, fact)
          """
        )
          + """
          CREATE UNIQUE INDEX sync_numbers_position ON sync_numbers (space, position)
            WHERE position IS NOT NULL;
          CREATE INDEX sync_numbers_fact ON sync_numbers (space, fact) WHERE NOT alias;
          CREATE INDEX sync_numbers_clock ON sync_numbers (space, clock)
            WHERE NOT alias AND clock IS NOT NULL;
          """
    ),
    // The channel on which nodes tell each other of appends is named for the journal, since a
    // database has one set of channels for all of its schemas.
    Migration(
      "channel",
      """
      CREATE TABLE journal_identity (channel text NOT NULL);
      INSERT INTO journal_identity
        SELECT 'trellis_' || replace(gen_random_uuid()::text, '-', '');
      """
    ),
    // The attempts at commands that may be sent to several nodes; `at` is in milliseconds.
    Migration(
      "commands",
      table(
        "commands",
        """
        space uuid, name bytea, attempt bytea NOT NULL, at bigint NOT NULL,
        PRIMARY KEY (space, name)
        """
      )
    ),
  ]

  /// Creates a table and its partitions.
  private static func table(
    _ name: String,
    _ columns: String,
    with storage: String? = nil
  ) -> String {
    let clause = storage.map { " WITH \($0)" } ?? ""
    let parts = (0..<partitions).map { part in
      """
      CREATE TABLE \(name)_\(part) PARTITION OF \(name)
        FOR VALUES WITH (MODULUS \(partitions), REMAINDER \(part))\(clause);
      """
    }
    return "CREATE TABLE \(name) (\(columns)) PARTITION BY HASH (space);\n"
      + parts.joined(separator: "\n") + "\n"
  }
}
