/// A value that its owner hands over to the loop.
///
/// `@unchecked Sendable`: it is passed as `sending`, so it has no other references, and only code on
/// the loop can get it.
package struct Transferred<Value>: @unchecked Sendable {
  private let value: Value

  package init(_ value: consuming sending Value) { self.value = value }

  /// For values that the compiler cannot prove to be disconnected; give the reason at the call.
  package init(givenAway value: Value) { self.value = value }

  /// The value, which must not leave the loop again.
  @LoopActor
  package func take() -> Value { value }
}
