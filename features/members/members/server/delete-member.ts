import type { deleteMember as contract } from '#features/members/members/member-changes.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import { officeOf, roleName, type TenantActor } from '#core/actor.ts'
import { fill } from '#core/fill.ts'
import { moneyText } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { hintOffices } from '#platform/live/hints.ts'
import { notifyOfEndedAccess } from '#features/access/webhooks/server/notify-of-ended-access.ts'
import { findMember, findMoneyOnAccounts, findUnfinished, hasLoan } from './queries.ts'
import { lockMember, removeMember } from './store.ts'
import { toldOf } from './told-of.ts'
import * as strings from './strings.ts'

/** Removes a member without a balance who owes nothing and waits for nothing. Refuses: member_has_money, member_has_loan, member_exit_open, member_in_vote, member_in_election, member_has_requests. */
export async function deleteMember(tx: Tx, actor: TenantActor, { id }: Parsed<typeof contract>): Promise<null> {
  await lockMember(tx, id)
  const { memberRoles, firstName, lastName } = await findMember(tx, id)
  const money = await findMoneyOnAccounts(tx, id)
  if (money > 0n) refuse('member_has_money', { balance: moneyText(money) })
  if (await hasLoan(tx, id)) refuse('member_has_loan')
  const { waiting, isLeaving, vote, election } = await findUnfinished(tx, id)
  const name = `${firstName} ${lastName}`
  if (isLeaving) refuse('member_exit_open')
  if (vote !== null) refuse('member_in_vote', { name, vote })
  if (election !== null) refuse('member_in_election', { name, election })
  if (waiting > 0) refuse('member_has_requests', { count: waiting })

  // From here on the removal must succeed.
  if (officeOf(memberRoles.map(({ role }) => role)) !== undefined) {
    notifyMembers(tx, actor.cooperativeId, [{ memberId: id, message: strings.removedYou }], 'security')
    hintOffices(tx, actor.cooperativeId)
  }
  await removeMember(tx, actor.cooperativeId, id)
  await notifyOfEndedAccess(tx, id)
  return null
}

/** Only of an officer, whose part in approving ends with it. */
export async function describeDeletion(
  tx: Tx,
  actor: TenantActor,
  { id }: Parsed<typeof contract>,
): Promise<Change | undefined> {
  const member = await findMember(tx, id)
  const { firstName, lastName, memberRoles } = member
  const office = officeOf(memberRoles.map(({ role }) => role))
  return office === undefined
    ? undefined
    : {
        description: fill(strings.remove, { firstName, lastName, office: roleName(office).toLowerCase() }),
        isOfOffice: true,
        opensToAsker: true,
        memberId: id,
        tells: toldOf(member, actor, strings.asksToRemoveYou),
      }
}
