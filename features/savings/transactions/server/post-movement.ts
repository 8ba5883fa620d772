import type { TenantActor } from '#core/actor.ts'
import type { AccountId, EntryId, MemberId } from '#core/ids.ts'
import { entry } from '#features/accounting/books/rules/entry.ts'
import { movementNotice } from '#features/savings/transactions/rules/movement.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { ensureMemberAccounts, post, type Posted } from '#platform/ledger/ledger.ts'
import type { PlannedMovement } from './plan-movement.ts'
import type { KnownFacts } from './reads.ts'

/** Posts a planned movement as one entry of one line, whichever two accounts it moves, opens those that are missing, and tells the members. */
export async function postMovement(
  tx: Tx,
  actor: TenantActor,
  planned: PlannedMovement,
  requestId: string,
): Promise<Posted> {
  const { type, amount, occurredOn, out, in: into, through, income } = planned
  const wanted = [out, into].filter((side) => side !== null && side.accountId === null) as KnownFacts[]
  const opened = await ensureMemberAccounts(tx, actor.cooperativeId, wanted.map(toOpen))
  const own = (side: KnownFacts): AccountId =>
    side.accountId ?? opened.get(`${side.memberId} ${side.accountTypeId}`) ?? missing()
  const debit = out ? own(out) : (through?.id ?? missing())
  const credit = type === 'charge' ? (income?.id ?? missing()) : into ? own(into) : (through?.id ?? missing())
  const id = newId<EntryId>()
  const drafted = entry({ id, on: occurredOn, kind: type, source: { type, id }, postings: [{ debit, credit, amount }] })
  const [posted] = await post(tx, actor.cooperativeId, [{ entry: drafted, actorId: actor.loginId, requestId }])
  notifyMembers(tx, actor.cooperativeId, noticesOf(planned), 'receipt')
  return posted ?? missing()
}

/** Each member hears of what moved on their account. */
function noticesOf({ type, amount, memberId, out, in: into }: PlannedMovement) {
  const told = (to: MemberId, direction: 'in' | 'out', account: string | undefined) =>
    ({
      memberId: to,
      type: 'success',
      message: movementNotice(type, direction, amount, account),
      link: '/member/transactions',
    }) as const
  if (!out && !into) return [told(memberId, 'out', undefined)]
  return [
    ...(out ? [told(out.memberId, 'out', out.typeName)] : []),
    ...(into ? [told(into.memberId, 'in', into.typeName)] : []),
  ]
}

function missing(): never {
  throw new Error('A planned movement is missing one of its accounts')
}

/** What opening this account takes, where the member has none yet. */
export function toOpen(side: KnownFacts) {
  return {
    memberId: side.memberId,
    membershipNumber: side.membershipNumber,
    accountTypeId: side.accountTypeId,
    typeName: side.typeName,
    typeKind: side.typeKind,
    controlId: side.controlId,
    controlCode: side.controlCode ?? missing(),
  }
}
