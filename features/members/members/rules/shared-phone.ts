/**
 * How each of these people will log in: by `phone`; by membership `number`, without a phone or where an earlier person logs in
 * with it and they share it; or not at all yet: `taken`, because it was not said that they share it.
 */
export function waysToLogIn(
  people: readonly { phone: string | null; sharesPhone: boolean }[],
  taken: ReadonlySet<string>,
): ('phone' | 'number' | 'taken')[] {
  const owned = new Set(taken)
  return people.map(({ phone, sharesPhone }) => {
    if (phone === null) return 'number'
    if (owned.has(phone)) return sharesPhone ? 'number' : 'taken'
    owned.add(phone)
    return 'phone'
  })
}
