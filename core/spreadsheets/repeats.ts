/**
 * For each row the number of another row that carries the same key, or undefined. A row that will not be posted is
 * compared with those that will be, and they are not compared with it. Rows without a key repeat nothing.
 */
export function repeatsOf(
  rows: readonly { number: number; skipped: boolean; key: string | undefined }[],
): (number | undefined)[] {
  const firstTwo = new Map<string, number[]>()
  for (const { number, skipped, key } of rows) {
    if (skipped || key === undefined) continue
    const seen = firstTwo.get(key)
    if (!seen) firstTwo.set(key, [number])
    else if (seen.length === 1) seen.push(number)
  }
  return rows.map(({ number, key }) =>
    key === undefined ? undefined : firstTwo.get(key)?.find((other) => other !== number),
  )
}
