/** Amounts are compared as amounts, days and other texts by their letters. */
type Ordered = bigint | string

export function lesser<Value extends Ordered>(one: Value, other: Value): Value {
  return one < other ? one : other
}

export function greater<Value extends Ordered>(one: Value, other: Value): Value {
  return one > other ? one : other
}
