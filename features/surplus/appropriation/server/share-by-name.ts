import { type Kobo, zeroKobo } from '#core/money.ts'
import { taxed } from '#features/surplus/appropriation/rules/dividend.ts'
import { type NamedAmount, whyNotGiven } from '#features/surplus/appropriation/rules/named-amounts.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findKnownMembers } from './find-known-members.ts'
import type { ExcludedRow, LineRow } from './reads.ts'

/**
 * A line as it was given to members by name, by membership number: what counts is the amount itself. Refuses:
 * named_amounts_missing, named_amount_twice, named_amounts_above_line, named_amounts_below_line, dividend_member_unknown.
 */
export async function shareByName(
  tx: Tx,
  named: readonly NamedAmount[],
  { pool, taxBasisPoints }: { pool: Kobo; taxBasisPoints: number },
): Promise<{ parts: (LineRow & { balances: bigint[] })[]; excluded: ExcludedRow[] }> {
  const reason = whyNotGiven(pool, named)
  if (reason) throw reason
  const given = new Map(named.map((each) => [each.memberId, each]))
  const parts = (await findKnownMembers(tx, named, 'named')).map((member) => {
    const { post = '', amount = zeroKobo } = given.get(member.memberId) ?? {}
    return { ...member, post, basis: amount as bigint, balances: [], ...taxed(amount, taxBasisPoints) }
  })
  return { parts, excluded: [] }
}
