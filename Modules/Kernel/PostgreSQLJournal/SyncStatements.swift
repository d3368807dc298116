import Core
import Journals
import PostgreSQL

/// The statements that store how a space is synchronized.
enum SyncStatements {
  /// Notes when a fact was made.
  static func note(_ time: BootTime, of fact: FactID, _ space: SpaceID) -> BoundStatement {
    noteMade.with {
      $0.add(space.rawValue)
      $0.add(fact.rawValue)
      $0.add(time.boot)
      $0.add(time.milliseconds)
    }
  }

  /// What has to be written for a change, in order.
  static func queries(for change: SyncChange, _ space: SpaceID) -> [BoundStatement] {
    let state = keepState.with {
      $0.add(space.rawValue)
      $0.add(change.state)
    }
    var queries = [state]
    switch change.drops {
    case .none: break
    case .unplaced: queries.append(dropUnplaced.with { $0.add(space.rawValue) })
    case .all: queries.append(dropAll.with { $0.add(space.rawValue) })
    }
    for entry in change.entries { queries.append(keep(entry, space)) }
    for fact in change.decided {
      queries.append(
        forgetMade.with {
          $0.add(space.rawValue)
          $0.add(fact.rawValue)
        }
      )
    }
    return queries
  }

  private static func keep(_ entry: SyncEntry, _ space: SpaceID) -> BoundStatement {
    keepEntry.with {
      $0.add(space.rawValue)
      $0.add(entry.author.rawValue)
      $0.add(entry.number)
      $0.add(entry.fact.rawValue)
      $0.add(entry.isAlias)
      $0.add(entry.position.map(Int64.init))
      $0.add(entry.verdict?.clock?.rawValue)
      $0.add(entry.verdict?.refusal)
      $0.add(entry.received?.milliseconds)
      $0.add(entry.tag)
      $0.add(entry.floor.rawValue)
    }
  }

  private static let noteMade = Statement(
    "sync note made",
    [.uuid, .uuid, .bigint, .bigint],
    """
    INSERT INTO sync_made (space, fact, boot, milliseconds) VALUES ($1, $2, $3, $4)
    ON CONFLICT (space, fact) DO UPDATE
      SET boot = excluded.boot, milliseconds = excluded.milliseconds
    """
  )

  private static let forgetMade = Statement(
    "sync forget made",
    [.uuid, .uuid],
    "DELETE FROM sync_made WHERE space = $1 AND fact = $2"
  )

  private static let keepState = Statement(
    "sync keep state",
    [.uuid, .bytea],
    """
    INSERT INTO sync_states (space, state) VALUES ($1, $2)
    ON CONFLICT (space) DO UPDATE SET state = excluded.state
    """
  )

  private static let dropUnplaced = Statement(
    "sync drop unplaced",
    [.uuid],
    "DELETE FROM sync_numbers WHERE space = $1 AND position IS NULL"
  )

  private static let dropAll = Statement(
    "sync drop all",
    [.uuid],
    "DELETE FROM sync_numbers WHERE space = $1"
  )

  private static let keepEntry = Statement(
    "sync keep entry",
    [
      .uuid, .bigint, .bigint, .uuid, .boolean, .bigint, .bigint, .bytea, .bigint, .bigint, .bigint,
    ],
    """
    INSERT INTO sync_numbers (space, author, number, fact, alias, position, clock, refusal,
      received, tag, floor)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    ON CONFLICT (space, author, number) DO UPDATE SET fact = excluded.fact,
      alias = excluded.alias, position = excluded.position, clock = excluded.clock,
      refusal = excluded.refusal, received = excluded.received, tag = excluded.tag,
      floor = excluded.floor
    """
  )
}
