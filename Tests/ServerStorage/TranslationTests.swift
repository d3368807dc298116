import Testing

@testable import ServerStorage

/// The stores' SQL in the words of PostgreSQL.
struct TranslationTests {
  @Test func `parameters are numbered in their order, or as they were`() {
    let numbered = [
      "SELECT 1": "SELECT 1",
      "a = ? AND b < ?": "a = $1 AND b < $2",
      "VALUES (?, ?, ?)": "VALUES ($1, $2, $3)",
      "a = ?1 OR b = ?2 OR c = ?1": "a = $1 OR b = $2 OR c = $1",
      "(a, b) < (?2,?12)": "(a, b) < ($2,$12)",
      "LIMIT ?": "LIMIT $1",
    ]
    for (sql, expected) in numbered { #expect(SQLTranslation.statement(sql) == expected) }
  }

  @Test func `what is quoted stays as it is`() {
    let quoted = [
      "a = '?' AND b = ?": "a = '?' AND b = $1",
      "a = 'it''s ?' AND b = ?": "a = 'it''s ?' AND b = $1",
      "\"a?\" = ?": "\"a?\" = $1",
      "a LIKE ? ESCAPE '!' AND b = ?": "a LIKE $1 ESCAPE '!' AND b = $2",
      "a = 'open ?": "a = 'open ?",
    ]
    for (sql, expected) in quoted { #expect(SQLTranslation.statement(sql) == expected) }
    #expect(SQLTranslation.migration("SET a = 'TEXT STRICT'") == "SET a = 'TEXT STRICT'")
  }

  @Test func `a table gets PostgreSQL's types and loses SQLite's options`() {
    let table = """
      CREATE TABLE texts(
        id BLOB PRIMARY KEY,
        BLOBS TEXT NOT NULL UNIQUE,
        number INTEGER NOT NULL DEFAULT 0,
        UNIQUE(id, number)) STRICT, WITHOUT ROWID;
      CREATE TABLE small(at INTEGER) STRICT;
      """
    let expected = """
      CREATE TABLE texts(
        id BYTEA PRIMARY KEY,
        BLOBS TEXT COLLATE "C" NOT NULL UNIQUE,
        number BIGINT NOT NULL DEFAULT 0,
        UNIQUE(id, number));
      CREATE TABLE small(at BIGINT);
      """
    #expect(SQLTranslation.migration(table) == expected)
  }

  @Test func `other steps of a migration stay as they are`() {
    let step = """
      UPDATE webhooks SET topics = topics || ' account';
      CREATE INDEX people_barred ON people(account) WHERE is_barred = 1;
      """
    #expect(SQLTranslation.migration(step) == step)
  }
}
