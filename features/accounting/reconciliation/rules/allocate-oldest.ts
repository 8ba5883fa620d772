import { type Kobo, kobo, zeroKobo } from '#core/money.ts'

/** What of a payment goes to each of these debts, the first one first; what is above all of them is `over`. */
export function allocateOldest(amount: Kobo, owed: readonly Kobo[]): { amounts: Kobo[]; over: Kobo } {
  let left: bigint = amount
  const amounts = owed.map((each) => {
    const part = kobo(each < left ? each : left)
    left -= part
    return part
  })
  return { amounts, over: left > 0n ? kobo(left) : zeroKobo }
}
