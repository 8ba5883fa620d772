/** Three to five round steps from nothing to above the largest value. */
export function ticksFor(max: number): number[] {
  if (max <= 0) return [0]
  const rough = max / 4
  const size = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * size >= rough) ?? 10) * size
  const ticks = []
  for (let count = 0; (count - 1) * step < max; count += 1) ticks.push(count * step)
  return ticks
}
