import type { AccountTypeId, MemberId } from '#core/ids.ts'
import { kobo, zeroKobo } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import type { Tx } from '#platform/db/tx.ts'
import { leavingOfMerged } from '#features/members/leaving/server/reads.ts'
import { mergedRecordBound } from '#features/members/members/server/reads.ts'
import { moveAccounts } from '#features/savings/transactions/server/record-movement.ts'
import { findPayeesOfFormer, type LockedTransaction, lockMembers } from '#features/savings/transactions/server/reads.ts'
import type { Reversing } from '#features/savings/transactions/server/actions.ts'
import { findBoundToMerged, findRecord } from './reads.ts'

type Moved = { memberId: MemberId; payeeId: MemberId; accountTypeId: AccountTypeId; amount: bigint }

/** What a voucher brought to each account of each member, below zero where it took, with the record on which it is now. */
async function findMoved(tx: Tx, held: readonly LockedTransaction[]): Promise<Moved[]> {
  const payees = await findPayeesOfFormer(
    tx,
    held.flatMap(({ memberId }) => memberId ?? []),
  )
  const moved = new Map<string, Moved>()
  for (const { memberId, accountTypeId, amount, direction } of held) {
    if (memberId === null || accountTypeId === null) continue
    const key = `${memberId} ${accountTypeId}`
    const each = moved.get(key) ?? {
      ...{ memberId, payeeId: payees.get(memberId)?.payeeId ?? memberId },
      ...{ accountTypeId, amount: 0n },
    }
    moved.set(key, { ...each, amount: direction === 'in' ? each.amount + amount : each.amount - amount })
  }
  return [...moved.values()]
}

const isOfMerged = ({ memberId, payeeId }: Moved) => memberId !== payeeId

/** Whether all of it went from one record of a person to another of theirs. */
function staysWithin(moved: readonly Moved[]): boolean {
  const sums = new Map<string, bigint>()
  for (const { payeeId, accountTypeId, amount } of moved) {
    const key = `${payeeId} ${accountTypeId}`
    sums.set(key, (sums.get(key) ?? 0n) + amount)
  }
  return [...sums.values()].every((sum) => sum === 0n)
}

/**
 * What a merged record once received is on the record that stays: the reversal takes it from there, and brings there what it
 * gives back, so that the closed record stays empty. Refuses: leaving_of_merged, merged_record_bound.
 */
export const reversingOfMerged: Reversing = {
  // What an officer once took out is not put back on their own record by themselves.
  async alsoGives(tx, { held }) {
    const merged = (await findMoved(tx, held)).filter(isOfMerged)
    return merged.filter(({ amount }) => amount < zeroKobo).map(({ payeeId }) => payeeId)
  },
  async refuse(tx, { entryId, held }) {
    const moved = await findMoved(tx, held)
    const merged = moved.filter(isOfMerged)
    if (merged.length === 0) return
    await lockMembers(
      tx,
      moved.flatMap(({ memberId, payeeId }) => [memberId, payeeId]),
    )
    if (staysWithin(moved)) refuse(leavingOfMerged())
    const bound = await findBoundToMerged(tx, entryId)
    if (bound) refuse(mergedRecordBound(bound))
  },
  async undo(tx, actor, { held, reason }, { on, requestId }) {
    const merged = (await findMoved(tx, held)).filter(isOfMerged)
    const number = String(held[0]?.entryNumber ?? '')
    const move = async ({ memberId, payeeId, accountTypeId, amount }: Moved) => {
      const { membershipno: closed } = await findRecord(tx, memberId, 'id')
      const [from, into] = amount > zeroKobo ? [payeeId, memberId] : [memberId, payeeId]
      const accounts = [{ accountTypeId, amount: kobo(amount > zeroKobo ? amount : -amount) }]
      const description = t('Reversal of entry {number} of {closed}, which was merged into this record: {reason}', {
        ...{ number, closed, reason },
      })
      await moveAccounts(tx, actor, { from, into, accounts, on, description }, requestId)
    }
    for (const each of merged) if (each.amount > zeroKobo) await move(each)
    return async () => {
      for (const each of merged) if (each.amount < zeroKobo) await move(each)
    }
  },
}
