import Core

/// Why data was not moved, for the operator.
package enum MigrationProblem {
  static func contested(_ product: String) -> DomainError {
    DomainError(
      "migration-contested",
      "Another program writes to the copy of \(product). The server's own data is as it was, and nothing "
        + "is lost: end that program, then run  trellis-server migrate  again."
    )
  }

  static func damaged(_ product: String, _ space: SpaceID, entry: Int) -> DomainError {
    DomainError(
      "migration-damaged",
      "\(product), space \(space): entry \(entry) is missing, or not what was written, so it was not "
        + "moved. Everything is still where it was: look at it with  trellis-server verify , and restore "
        + "a backup if one has the entry."
    )
  }

  package static let nothingThere = DomainError(
    "migration-empty",
    "There is nothing of a server to move yet. Nothing was changed: look at  data  and  database  in the "
      + "configuration, or name its file by  --config ."
  )

  static let unfinishedSource = DomainError(
    "migration-unfinished",
    "What the configuration names is itself the target of a migration that did not get to its end. "
      + "Nothing was changed: finish that one first."
  )

  static func occupied(_ target: String) -> DomainError {
    DomainError(
      "migration-occupied",
      "There is data of another server in \(target), or a server has worked with it since. Nothing was "
        + "changed there or here: name an empty one."
    )
  }

  static func other(_ target: String) -> DomainError {
    DomainError(
      "migration-other",
      "In \(target) is what was copied of another server. Nothing was changed there or here: name "
        + "another one, or empty it if that copy is of no use."
    )
  }

  package static func notBegun(_ target: String) -> DomainError {
    DomainError(
      "migration-not-begun",
      "Nothing of this server was moved to \(target), or a server has worked with it since, so there is "
        + "nothing to compare. Nothing was changed."
    )
  }

  static func different(_ findings: [String]) -> DomainError {
    DomainError(
      "migration-different",
      "Both sides were compared, and the copy is not the same: \(findings.joined(separator: "; ")). The "
        + "server's own data is as it was. Run  trellis-server migrate  again; if it says the same, empty "
        + "the target and start over."
    )
  }
}
