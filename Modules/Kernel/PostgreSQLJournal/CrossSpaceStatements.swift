import PostgreSQL

/// The statements that concern more than one space, each with its reason.
///
/// All others name one space first, so an engine that spreads spaces over several servers sends
/// them to one of these.
enum CrossSpaceStatements {
  /// A process wakes for the alarms of all spaces.
  ///
  /// What another node is claiming at the same moment is left to it.
  static let claim = Statement(
    "all claim",
    [.bigint, .byteas, .bigint, .bigint],
    """
    WITH due AS (
      SELECT space, module, key FROM alarms
      WHERE module = ANY($2) AND due <= $1
      ORDER BY at, space, module, key LIMIT $3 FOR UPDATE SKIP LOCKED)
    UPDATE alarms SET due = greatest($4, alarms.at) FROM due
    WHERE alarms.space = due.space AND alarms.module = due.module AND alarms.key = due.key
    RETURNING alarms.space, alarms.module, alarms.key, alarms.at
    """
  )

  /// Whether the claim would find anything: usually nothing is due, and then nothing is written.
  static let isDue = Statement(
    "all is due",
    [.bigint, .byteas],
    "SELECT EXISTS (SELECT 1 FROM alarms WHERE module = ANY($2) AND due <= $1)"
  )

  /// The process sleeps until the first alarm of any space.
  ///
  /// One look into the index for each module.
  static let nextAlarm = Statement(
    "all next alarm",
    [.byteas],
    """
    SELECT min(first) FROM unnest($1) AS wanted,
      LATERAL (SELECT min(due) AS first FROM alarms WHERE module = wanted) AS found
    """
  )

  /// The list of spaces is asked for.
  static let spaces = Statement("all spaces", "SELECT space FROM spaces ORDER BY space")

  /// A node compares the heads of the spaces that it has read with what it knows.
  static let heads = Statement(
    "all heads",
    [.uuids],
    "SELECT space, head FROM spaces WHERE space = ANY($1)"
  )

  /// Names no table: it tells other nodes of the heads of several spaces.
  static let notify = Statement("all notify", [.text, .text], "SELECT pg_notify($1, $2)")

  /// Names no table: a lock that the nodes of a journal share while they listen to each other.
  static func announce(_ channel: String) -> BoundStatement { share.with { $0.add(channel) } }

  private static let share = Statement(
    "all share",
    [.text],
    "SELECT pg_advisory_lock_shared(hashtext($1))"
  )

  /// Names no table: the same lock, for one program that tolerates no node.
  static func reserve(_ channel: String) -> BoundStatement { take.with { $0.add(channel) } }

  private static let take = Statement(
    "all take",
    [.text],
    "SELECT pg_try_advisory_lock(hashtext($1))"
  )

  /// Names no space: the channel on which the nodes of this journal talk.
  static let channel = Statement("all channel", "SELECT channel FROM journal_identity")
}
