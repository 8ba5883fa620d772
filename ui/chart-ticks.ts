/** Three to five round steps from nothing to above the largest value; `whole` where half a thing means nothing. */
export function ticksFor(max: number, whole = false): number[] {
  if (max <= 0) return [0]
  const rough = max / 4
  const size = 10 ** Math.floor(Math.log10(rough))
  const round = ([1, 2, 2.5, 5, 10].find((factor) => factor * size >= rough) ?? 10) * size
  const step = whole ? Math.ceil(round) : round
  const ticks = []
  for (let count = 0; (count - 1) * step < max; count += 1) ticks.push(count * step)
  return ticks
}
