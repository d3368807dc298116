extension Journal {
  /// Appends to any number of spaces like ``append(_:)``, but a damaged one fails by itself.
  ///
  /// All are written in one transaction, and one after the other only if that finds damage.
  ///
  /// - Returns: the result of each append, in order. After any other error all of them have it;
  ///   after an unconfirmed write each may have been kept.
  public func appendEach(
    _ batch: [AppendRequest]
  ) async -> [Result<AppendResult, JournalError>] {
    do throws(JournalError) {
      let results = try await append(batch)
      return results.map { .success($0) }
    } catch {
      guard batch.count > 1, error.code == .damaged else {
        return batch.map { _ in .failure(error) }
      }
    }
    var results: [Result<AppendResult, JournalError>] = []
    for request in batch { results += await appendEach([request]) }
    return results
  }
}
