import ServerStorage

/// The tables of the store of friends.
enum FriendsSchema {
  static let schema = StoreSchema(
    content: "friendships",
    namespace: "friends",
    // "Trlf" in ASCII.
    applicationID: 0x5472_6C66,
    migrations: migrations,
    additions: [5]
  )

  /// What each version added; never edited once released, only appended to.
  ///
  /// Instants are milliseconds, days are numbers, ids 16 bytes, and secrets only their SHA-256. A
  /// friendship has a row for each side. The code of a public page is stored unhashed, since its
  /// owner must be able to find the address again, and the row reveals no more than the page does.
  private static let migrations = [
    """
    CREATE TABLE people(
      id BLOB PRIMARY KEY,
      account BLOB NOT NULL UNIQUE,
      name TEXT NOT NULL,
      created_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE invitations(
      id BLOB PRIMARY KEY,
      code BLOB NOT NULL UNIQUE,
      person BLOB NOT NULL REFERENCES people(id),
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      used_at INTEGER,
      revoked_at INTEGER) STRICT, WITHOUT ROWID;
    CREATE INDEX invitations_person ON invitations(person, created_at);
    CREATE TABLE friendships(
      person BLOB NOT NULL REFERENCES people(id),
      friend BLOB NOT NULL REFERENCES people(id),
      since INTEGER NOT NULL,
      is_hidden INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY(person, friend)) STRICT, WITHOUT ROWID;
    CREATE INDEX friendships_friend ON friendships(friend);
    CREATE TABLE blocks(
      person BLOB NOT NULL REFERENCES people(id),
      blocked BLOB NOT NULL REFERENCES people(id),
      name TEXT NOT NULL,
      since INTEGER NOT NULL,
      PRIMARY KEY(person, blocked)) STRICT, WITHOUT ROWID;
    CREATE INDEX blocks_blocked ON blocks(blocked);
    CREATE TABLE posts(
      id BLOB PRIMARY KEY,
      author BLOB NOT NULL REFERENCES people(id),
      milestone BLOB NOT NULL,
      at INTEGER NOT NULL,
      product TEXT NOT NULL,
      subject TEXT NOT NULL,
      title TEXT,
      level INTEGER NOT NULL,
      unit TEXT NOT NULL,
      day INTEGER NOT NULL,
      done INTEGER NOT NULL,
      later INTEGER NOT NULL,
      words TEXT,
      UNIQUE(author, milestone)) STRICT, WITHOUT ROWID;
    CREATE INDEX posts_author ON posts(author, at);
    CREATE TABLE reactions(
      post BLOB NOT NULL REFERENCES posts(id),
      person BLOB NOT NULL REFERENCES people(id),
      reaction TEXT NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY(post, person)) STRICT, WITHOUT ROWID;
    CREATE INDEX reactions_person ON reactions(person);
    CREATE TABLE outbox(
      key TEXT PRIMARY KEY,
      kind TEXT NOT NULL,
      actor BLOB NOT NULL REFERENCES people(id),
      recipient BLOB REFERENCES people(id),
      post BLOB REFERENCES posts(id),
      at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE INDEX outbox_at ON outbox(at);
    CREATE TABLE notices(
      recipient BLOB NOT NULL REFERENCES people(id),
      number INTEGER NOT NULL,
      key TEXT NOT NULL,
      kind TEXT NOT NULL,
      actor BLOB NOT NULL REFERENCES people(id),
      post BLOB REFERENCES posts(id),
      at INTEGER NOT NULL,
      seen_at INTEGER,
      PRIMARY KEY(recipient, number),
      UNIQUE(recipient, key)) STRICT, WITHOUT ROWID;
    CREATE INDEX notices_actor ON notices(actor);
    CREATE INDEX notices_post ON notices(post);
    CREATE TABLE counters(
      person BLOB PRIMARY KEY REFERENCES people(id),
      notices INTEGER NOT NULL DEFAULT 0,
      day INTEGER NOT NULL DEFAULT 0,
      posts INTEGER NOT NULL DEFAULT 0,
      invitations INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
    """,
    """
    CREATE TABLE public_pages(
      id BLOB PRIMARY KEY,
      account BLOB NOT NULL,
      code BLOB NOT NULL,
      code_hash BLOB NOT NULL UNIQUE,
      milestone BLOB NOT NULL,
      name TEXT,
      at INTEGER NOT NULL,
      product TEXT NOT NULL,
      subject TEXT NOT NULL,
      title TEXT,
      level INTEGER NOT NULL,
      unit TEXT NOT NULL,
      day INTEGER NOT NULL,
      done INTEGER NOT NULL,
      later INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE INDEX public_pages_account ON public_pages(account, at);
    """,
    """
    CREATE TABLE page_counters(
      account BLOB PRIMARY KEY,
      day INTEGER NOT NULL,
      made INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    """,
    // Nothing of these people is shown as long as the operator has suspended their account.
    """
    ALTER TABLE people ADD COLUMN is_barred INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX people_barred ON people(account) WHERE is_barred = 1;
    """,
    // The milestones of substances whose key may contain a name, as in earlier versions, until they
    // are identified.
    """
    ALTER TABLE posts ADD COLUMN is_by_name INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE public_pages ADD COLUMN is_by_name INTEGER NOT NULL DEFAULT 0;
    UPDATE posts SET is_by_name = 1 WHERE subject = 'sobriety';
    UPDATE public_pages SET is_by_name = 1 WHERE subject = 'sobriety';
    """,
  ]
}
