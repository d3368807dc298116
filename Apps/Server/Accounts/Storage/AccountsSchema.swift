import ServerStorage

/// The tables of the store of accounts.
enum AccountsSchema {
  static let schema = StoreSchema(
    content: "accounts",
    namespace: "accounts",
    // "Trla" in ASCII.
    applicationID: 0x5472_6C61,
    migrations: migrations,
    additions: [5, 6]
  )

  /// What each version added; never edited once released, only appended to.
  ///
  /// Instants are milliseconds, ids 16 bytes, and secrets only their SHA-256.
  private static let migrations = [
    """
    CREATE TABLE meta(name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE accounts(
      id BLOB PRIMARY KEY,
      email TEXT NOT NULL,
      email_key TEXT NOT NULL UNIQUE,
      password TEXT NOT NULL,
      pepper BLOB,
      role TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      password_changed_at INTEGER NOT NULL,
      suspended_at INTEGER,
      suspension TEXT,
      salt BLOB,
      log_n INTEGER,
      r INTEGER,
      p INTEGER) STRICT, WITHOUT ROWID;
    CREATE TABLE key_rings(
      account BLOB PRIMARY KEY REFERENCES accounts(id),
      version INTEGER NOT NULL,
      by_password BLOB NOT NULL,
      by_recovery BLOB NOT NULL,
      recovery_key BLOB NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE sessions(
      id BLOB PRIMARY KEY,
      account BLOB NOT NULL REFERENCES accounts(id),
      token BLOB NOT NULL UNIQUE,
      name TEXT NOT NULL,
      product TEXT NOT NULL,
      kind TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      signed_in_at INTEGER NOT NULL,
      used_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE INDEX sessions_account ON sessions(account, used_at);
    CREATE INDEX sessions_expiry ON sessions(expires_at);
    CREATE TABLE invitations(
      id BLOB PRIMARY KEY,
      code BLOB NOT NULL UNIQUE,
      account BLOB REFERENCES accounts(id),
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      used_at INTEGER,
      revoked_at INTEGER) STRICT, WITHOUT ROWID;
    CREATE INDEX invitations_account ON invitations(account);
    CREATE TABLE device_codes(
      code BLOB PRIMARY KEY,
      user_code TEXT NOT NULL UNIQUE,
      address BLOB NOT NULL,
      name TEXT NOT NULL,
      product TEXT NOT NULL,
      kind TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      is_denied INTEGER NOT NULL DEFAULT 0,
      account BLOB REFERENCES accounts(id)) STRICT, WITHOUT ROWID;
    CREATE INDEX device_codes_account ON device_codes(account);
    CREATE TABLE resets(
      account BLOB PRIMARY KEY REFERENCES accounts(id),
      token BLOB NOT NULL UNIQUE,
      expires_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE spaces(
      account BLOB NOT NULL REFERENCES accounts(id),
      product TEXT NOT NULL,
      id BLOB NOT NULL UNIQUE,
      created_at INTEGER NOT NULL,
      PRIMARY KEY(account, product)) STRICT, WITHOUT ROWID;
    CREATE TABLE flags(
      account BLOB NOT NULL REFERENCES accounts(id),
      code TEXT NOT NULL,
      day INTEGER NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY(account, code, day)) STRICT, WITHOUT ROWID;
    CREATE INDEX flags_day ON flags(day);
    CREATE TABLE erasing(id BLOB PRIMARY KEY, product TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE unrecorded_erasures(line TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
    """,
    channels,
    newSessions,
    "CREATE INDEX accounts_suspended ON accounts(suspended_at) WHERE suspended_at IS NOT NULL;",
    ownSight,
    // Without a value for accounts that were made before.
    "ALTER TABLE key_rings ADD COLUMN key_verifier BLOB;",
  ]

  /// The destinations of notices beside the devices, and the notices on their way.
  ///
  /// A destination in a browser ends with the browser's session.
  private static let channels = """
    CREATE TABLE push_subscriptions(
      id BLOB PRIMARY KEY,
      account BLOB NOT NULL REFERENCES accounts(id),
      session BLOB NOT NULL UNIQUE REFERENCES sessions(id) ON DELETE CASCADE,
      product TEXT NOT NULL,
      endpoint TEXT NOT NULL UNIQUE,
      key BLOB NOT NULL,
      secret BLOB NOT NULL,
      topics TEXT NOT NULL,
      tells_names INTEGER NOT NULL,
      created_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE INDEX push_subscriptions_account ON push_subscriptions(account);
    CREATE TABLE webhooks(
      id BLOB PRIMARY KEY,
      account BLOB NOT NULL UNIQUE REFERENCES accounts(id),
      address TEXT NOT NULL,
      secret BLOB NOT NULL,
      topics TEXT NOT NULL,
      tells_names INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      is_off INTEGER NOT NULL DEFAULT 0,
      failing_since INTEGER,
      failure TEXT) STRICT, WITHOUT ROWID;
    CREATE TABLE notice_outbox(
      channel BLOB NOT NULL,
      notice BLOB NOT NULL,
      account BLOB NOT NULL REFERENCES accounts(id),
      subscription BLOB REFERENCES push_subscriptions(id) ON DELETE CASCADE,
      webhook BLOB REFERENCES webhooks(id) ON DELETE CASCADE,
      document BLOB,
      expires_at INTEGER NOT NULL,
      due_at INTEGER NOT NULL,
      attempts INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY(channel, notice)) STRICT, WITHOUT ROWID;
    CREATE INDEX notice_outbox_due ON notice_outbox(due_at) WHERE document IS NOT NULL;
    CREATE INDEX notice_outbox_expiry ON notice_outbox(expires_at);
    CREATE INDEX notice_outbox_account ON notice_outbox(account);
    CREATE INDEX notice_outbox_subscription ON notice_outbox(subscription);
    CREATE INDEX notice_outbox_webhook ON notice_outbox(webhook);
    CREATE TABLE notice_looks(
      account BLOB NOT NULL REFERENCES accounts(id),
      product TEXT NOT NULL,
      since INTEGER NOT NULL,
      PRIMARY KEY(account, product)) STRICT, WITHOUT ROWID;
    """

  /// The time up to which an account's owner knows its sessions, and notices of new ones.
  private static let newSessions = """
    ALTER TABLE accounts ADD COLUMN sessions_seen_at INTEGER NOT NULL DEFAULT 0;
    UPDATE accounts SET sessions_seen_at =
      (SELECT coalesce(max(created_at), 0) FROM sessions WHERE account = accounts.id);
    UPDATE push_subscriptions SET topics = topics || ' account';
    UPDATE webhooks SET topics = topics || ' account';
    """

  /// The time up to which the owner of each session knows the others.
  ///
  /// Of accounts that the operator has made, no session was known before: now the first one is.
  private static let ownSight = """
    ALTER TABLE sessions ADD COLUMN seen_at INTEGER NOT NULL DEFAULT 0;
    UPDATE accounts SET sessions_seen_at =
      (SELECT coalesce(min(created_at), 0) FROM sessions WHERE account = accounts.id)
      WHERE sessions_seen_at = 0;
    """

  /// The tables, other than `accounts`, with a column `account`.
  ///
  /// They contain nothing of an erased account, except that invitations stay without it.
  static let tablesOfAccounts = [
    "notice_outbox", "notice_looks", "push_subscriptions", "webhooks", "key_rings", "sessions",
    "device_codes", "resets", "spaces", "flags",
  ]
}
