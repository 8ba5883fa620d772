import type { MemberId } from '#core/ids.ts'
import { refusal, refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findMembers, type MemberRow } from './reads.ts'

const memberUnknown = refusal(
  'dividend_member_unknown',
  422,
  'Choose one of the members of your society. This one is unknown or has left.',
)

/** The members of a list that was entered in `field`, by membership number. Refuses: dividend_member_unknown, of the first who is unknown or has left. */
export async function findKnownMembers(
  tx: Tx,
  asked: readonly { memberId: MemberId }[],
  field: string,
): Promise<MemberRow[]> {
  if (asked.length === 0) return []
  const ids = asked.map(({ memberId }) => memberId)
  const members = await findMembers(tx, ids)
  const known = new Set(members.map(({ memberId }) => memberId))
  const unknown = ids.findIndex((id) => !known.has(id))
  if (unknown !== -1) refuse(memberUnknown({ field: `${field}.${unknown}.memberId` }))
  return members
}
