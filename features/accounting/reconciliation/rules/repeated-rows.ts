/** So many rows of a stretch at least: one alone may have been typed twice. */
const stretchMin = 2

/** The rows that repeat a stretch of rows above them in every cell, as where a page is in a file twice; by their number. */
export function repeatedRows(rows: readonly { number: number; cells: readonly string[] }[]): ReadonlySet<number> {
  const keys = rows.map(({ cells }) => cells.join('\n'))
  const first = new Map<string, number>()
  const repeated = new Set<number>()
  for (let at = 0; at < keys.length;) {
    const from = first.get(keys[at] ?? '')
    let length = 0
    if (from !== undefined) while (from + length < at && at + length < keys.length && keys[from + length] === keys[at + length]) length += 1 // prettier-ignore
    if (length >= stretchMin) for (const { number } of rows.slice(at, at + length)) repeated.add(number)
    else first.set(keys[at] ?? '', from ?? at)
    at += length >= stretchMin ? length : 1
  }
  return repeated
}
