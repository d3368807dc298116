/// A value on its way to the loop, given away by whoever made it.
///
/// `@unchecked Sendable`: it comes in as `sending`, so nobody else refers to it, and is taken out once,
/// by code of the loop.
package struct HandedOver<Value>: @unchecked Sendable {
  private let value: Value

  package init(_ value: consuming sending Value) { self.value = value }

  /// For what the compiler cannot see to be given away; say at the call why it is.
  package init(givenAway value: Value) { self.value = value }

  @LoopActor
  package func take() -> Value { value }
}
