/// A large value in an immutable box, which copies of its owner share.
///
/// Copying a struct retains each of its fields; copying this one retains a single object. A change
/// makes a new box, so this pays off where a value is often handed on and seldom changed.
@propertyWrapper
public struct Boxed<Value: Sendable>: Sendable {
  @usableFromInline
  final class Box: Sendable {
    // A constant, since looking at a variable of a class would copy it.
    @usableFromInline let value: Value

    @inlinable
    init(_ value: Value) { self.value = value }
  }

  @usableFromInline var box: Box

  @inlinable
  public init(wrappedValue: Value) { box = Box(wrappedValue) }

  @inlinable public var wrappedValue: Value {
    _read { yield box.value }
    set { box = Box(newValue) }
  }
}

extension Boxed: Equatable where Value: Equatable {
  @inlinable
  public static func == (a: Boxed, b: Boxed) -> Bool {
    a.box === b.box || a.box.value == b.box.value
  }
}
