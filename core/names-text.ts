const namedMax = 10

/** "A, B and C", or "A, B and 15 other employers" where there are more than are named; `count` where the names are some of all. */
export function namesText(names: readonly string[], kind: string, count = names.length): string {
  const named = names.slice(0, namedMax)
  const more = count - named.length
  const last = more === 0 ? named.pop() : more === 1 ? `1 other ${kind}` : `${more} other ${kind}s`
  return named.length > 0 ? `${named.join(', ')} and ${last}` : `${last}`
}
