import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { approveMemberRequest as contract } from '#features/members/requests/contract.ts'
import type { updateMember as updateContract } from '#features/members/members/member-changes.ts'
import type { TenantActor } from '#core/actor.ts'
import { periodName } from '#core/calendar.ts'
import { monthThatHolds } from '#features/members/requests/rules/member-request.ts'
import { moneyText } from '#core/money.ts'
import type { Context } from '#platform/context.ts'
import { refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import { hasOtherApprover } from '#features/access/change-requests/server/queries.ts'
import { findBankDetails } from '#features/members/bank-details/server/queries.ts'
import { updateBankDetails } from '#features/members/bank-details/server/update-bank-details.ts'
import { updateMember } from '#features/members/members/server/update-member.ts'
import { findLateNamer } from '#features/members/nominees/server/queries.ts'
import { saveNominees } from '#features/members/nominees/server/update-nominees.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { findRequest, lockRequest, isOwnPerson, type MemberRequest } from './queries.ts'
import { decideRequest } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** Makes the change in the register; where that is refused the request still waits. Refuses: not_found, request_decided, own_request, request_of_late, member_phone_taken. */
export async function approveMemberRequest(
  tx: Tx,
  actor: TenantActor,
  { requestId }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const request = await lockRequest(tx, requestId)
  await refuseOwnRequest(tx, actor, request.memberId)
  // It would name by one officer who is paid, where two do; and the phone may be in other hands by now.
  const late = await findLateNamer(tx, request.memberId)
  if (late) refuse('request_of_late', { name: late.name })
  const message = await makeChange(tx, actor, request, context)
  await decideRequest(tx, actor, requestId, 'approved', null)
  notifyMembers(tx, actor.cooperativeId, [
    { memberId: request.memberId, type: 'success', message, link: '/member/requests' },
  ])
  return findRequest(tx, requestId)
}

/** An officer who asks in the portal and approves here would change alone what takes two. Without another officer there are no two. */
async function refuseOwnRequest(tx: Tx, actor: TenantActor, memberId: MemberRequest['memberId']): Promise<void> {
  if ((await isOwnPerson(tx, actor, memberId)) && (await hasOtherApprover(tx, actor, null))) refuse('own_request')
}

/** Answers the words in which the member is told. */
async function makeChange(tx: Tx, actor: TenantActor, request: MemberRequest, context: Context): Promise<string> {
  if (request.kind === 'contribution') return changeContribution(tx, actor, request, context)
  return request.kind === 'nominees' ? changeNominees(tx, actor, request) : changeRecord(tx, actor, request, context)
}

async function changeContribution(
  tx: Tx,
  actor: TenantActor,
  { memberId, contribution }: MemberRequest,
  context: Context,
): Promise<string> {
  if (!contribution) throw new Error('A request for another contribution names none')
  const { contributionsDueFrom } = await updateMember(
    tx,
    actor,
    { id: memberId, monthlyContributions: contribution.after, contributionFrom: contribution.from },
    context,
  )
  return fill(strings.yourMonthlyContributionIsFrom, {
    after: moneyText(contribution.after),
    from: periodName(monthThatHolds(contribution.from, contributionsDueFrom, context.now)),
  })
}

async function changeRecord(
  tx: Tx,
  actor: TenantActor,
  { memberId, fields }: MemberRequest,
  context: Context,
): Promise<string> {
  // What was asked passed the same fields of the contract that an officer's change passes.
  const isOfBank = ({ field }: MemberRequest['fields'][number]) => field.startsWith('bank')
  const asked = Object.fromEntries(
    fields.filter((change) => !isOfBank(change)).map(({ field, after }) => [field, after]),
  ) as Partial<Parsed<typeof updateContract>>
  if (Object.keys(asked).length > 0) await updateMember(tx, actor, { ...asked, id: memberId }, context)
  if (fields.some(isOfBank)) {
    const before = await findBankDetails(tx, memberId)
    const after = (field: string, old = '') => fields.find((change) => change.field === field)?.after ?? old
    await updateBankDetails(
      tx,
      actor,
      {
        memberId,
        bankName: after('bankName', before?.bankName),
        accountNumber: after('bankAccountNumber', before?.accountNumber),
        accountName: after('bankAccountName', before?.accountName),
      },
      context,
    )
  }
  return strings.yourRecordWasChangedAs
}

async function changeNominees(tx: Tx, actor: TenantActor, { memberId, nominees }: MemberRequest): Promise<string> {
  if (!nominees) throw new Error('A request for other nominees carries none')
  await saveNominees(tx, actor, {
    id: memberId,
    nominees: nominees.after.map(({ firstName, ...rest }) => ({ ...rest, firstName: firstName ?? '' })),
  })
  return strings.yourNomineesWereChangedAs
}
