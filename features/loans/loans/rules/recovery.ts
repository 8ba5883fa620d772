import { lesser } from '#core/bounds.ts'
import { type Kobo, kobo, zeroKobo } from '#core/money.ts'
import { shareTotal } from '#core/share-total.ts'
import type { RecoverySource } from './recovery-source.ts'

/**
 * How much comes from each: the borrower's own savings first, in their order, then the guarantors in proportion to what
 * their pledges still hold, to the kobo, the earlier of equal ones first. Where all of it is too little, all of it.
 */
export function shareRecovery(wanted: Kobo, sources: readonly { source: RecoverySource; available: Kobo }[]): Kobo[] {
  const shares: Kobo[] = sources.map(() => zeroKobo)
  let left: bigint = wanted
  for (const [index, { source, available }] of sources.entries()) {
    if (source === 'guarantee') continue
    const part = lesser(left, available)
    shares[index] = kobo(part)
    left -= part
  }
  const pledged: bigint[] = sources.map(({ source, available }) => (source === 'guarantee' ? available : 0n))
  const together = pledged.reduce((sum, each) => sum + each, 0n)
  if (together === 0n) return shares
  const fromGuarantors = shareTotal(kobo(lesser(left, together)), pledged)
  return shares.map((share, index) => kobo(share + (fromGuarantors[index] ?? 0n)))
}
