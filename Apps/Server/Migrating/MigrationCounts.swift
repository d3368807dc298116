/// How much a pass has copied, or both sides of a comparison have in common.
package struct MigrationCounts: Sendable, Equatable {
  /// Rows of tables that were written or removed, or that the source has.
  package var rows = 0
  /// Spaces that had something new or are gone, or that either side has.
  package var spaces = 0
  /// Entries of spaces.
  package var entries = 0
}
