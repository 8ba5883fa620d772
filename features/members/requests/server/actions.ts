import { type Day, firstDayOf, periodName } from '#core/calendar.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { MemberRequestId } from '#core/ids.ts'
import { type Kobo, moneyText } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import { hasOtherApprover } from '#features/access/change-requests/server/reads.ts'
import { notifyMembers, notifyOfficers } from '#features/access/notifications/server/notify-members.ts'
import { updateBankDetails } from '#features/members/bank-details/server/actions.ts'
import { findBankDetails } from '#features/members/bank-details/server/reads.ts'
import type { updateMember as updateContract } from '#features/members/members/member-changes.ts'
import { whyNotShares } from '#features/members/members/rules/nominee.ts'
import { findMember } from '#features/members/members/server/reads.ts'
import { changeMember } from '#features/members/members/server/update-member.ts'
import { saveNominees } from '#features/members/nominees/server/actions.ts'
import { findLateNamer, listOwnNominees } from '#features/members/nominees/server/reads.ts'
import * as contract from '#features/members/requests/contract.ts'
import {
  type AskedNominee,
  changedFields,
  type FieldChange,
  monthThatHolds,
  sameNominees,
  whyNotFrom,
} from '#features/members/requests/rules/member-request.ts'
import { action, type Ask, preparedAction } from '#platform/action.ts'
import { newId } from '#platform/db/id.ts'
import { insert, json, update } from '#platform/db/write.ts'
import { countMessage } from '#platform/limits/count-message.ts'
import { findRequest, isOwnPerson, lockRequest, lockRequestsOf, type MemberRequest } from './reads.ts'

const namesOne = refusal(
  'request_names_one',
  422,
  'Ask either for another monthly contribution or for changes of your own record.',
)
const changesNothing = refusal(
  'request_changes_nothing',
  422,
  'This is what is in your record already. Change something before you send it.',
)
const ownRequest = refusal('own_request', 409, 'You can’t approve what you asked for yourself. Ask another officer.')
const requestOfLate = refusal(
  'request_of_late',
  409,
  'The death of {name} has been reported. Decline this request. What is still right in it, change on the member’s page.',
)

type Member = Awaited<ReturnType<typeof findMember>> &
  Record<'bankName' | 'bankAccountNumber' | 'bankAccountName', string | null>
type Asked = Omit<Parsed<typeof contract.askForChange>, 'note'>
type Change =
  | { kind: 'contribution'; before: Kobo; after: Kobo; from: Day }
  | { kind: 'profile'; fields: readonly FieldChange[] }
  | { kind: 'nominees'; before: readonly AskedNominee[]; after: readonly AskedNominee[] }

/**
 * Saves a member's request, in place of a pending one of the same kind, and notifies the officers. Whose phone is in the
 * register is not told here. Refuses: request_names_one, request_changes_nothing, request_month_wrong, bank_details_incomplete, nominees_not_whole.
 */
export const askForChange = preparedAction(contract.askForChange, countMessage, async (ask, input) => {
  const { tx, actor, now } = ask
  const { note, contribution, profile, nominees } = input
  const memberId = actor.memberId ?? refuse('not_found')
  await lockRequestsOf(tx, memberId)
  const [person, bank] = [await findMember(tx, memberId), await findBankDetails(tx, memberId)]
  const record = {
    ...person,
    bankName: bank?.bankName ?? null,
    bankAccountNumber: bank?.accountNumber ?? null,
    bankAccountName: bank?.accountName ?? null,
  }
  const change =
    nominees && !contribution && !profile
      ? nomineesFrom(await listOwnNominees(ask, {}), nominees)
      : changeFrom(record, { contribution, profile, nominees }, now)

  // From here on it must succeed.
  const requestId = newId<MemberRequestId>()
  const { kind } = change
  const withdrawn = { status: 'withdrawn', endedAt: now } as const
  await update(tx, 'app.member_request', { memberId, kind, status: 'waiting' }, withdrawn)
  await insert(tx, 'app.member_request', {
    ...{ requestId, memberId, kind, note: note || null },
    ...(change.kind === 'contribution' && { monthlyBefore: change.before, monthly: change.after, month: change.from }),
    ...(change.kind === 'profile' && { fields: json(change.fields) }),
    ...(change.kind === 'nominees' && { nomineesBefore: json(change.before), nominees: json(change.after) }),
  })
  const name = `${record.firstName} ${record.lastName}`
  const inWords = {
    contribution: t('{name} asks for another monthly contribution.', { name }),
    profile: t('{name} asks for changes of the own record.', { name }),
    nominees: t('{name} asks for other nominees.', { name }),
  }
  notifyOfficers(tx, actor.cooperativeId, { message: inWords[kind], link: '/coop/member-management/requests' })
  return findRequest(tx, requestId)
})

function changeFrom(record: Member, { contribution, profile, nominees }: Asked, now: Date): Change {
  if (contribution && !profile && !nominees) {
    const { monthly, from } = contribution
    const reason = whyNotFrom(from, now)
    if (reason) throw reason
    if (monthly === record.monthlyContributions) refuse(changesNothing({ field: 'contribution.monthly' }))
    return { kind: 'contribution', before: record.monthlyContributions, after: monthly, from: firstDayOf(from) }
  }
  if (!profile || contribution || nominees) return refuse(namesOne({ field: 'profile' }))
  const fields = changedFields(record, profile)
  if (fields.length === 0) refuse(changesNothing({ field: 'profile' }))
  const bank = { ...record, ...profile }
  if (
    fields.some(({ field }) => field.startsWith('bank')) &&
    (!bank.bankName || !bank.bankAccountNumber || !bank.bankAccountName)
  )
    refuse('bank_details_incomplete', { field: 'profile.bankAccountNumber' })
  return { kind: 'profile', fields }
}

function nomineesFrom(before: readonly AskedNominee[], asked: NonNullable<Asked['nominees']>): Change {
  const after = asked.map(({ firstName, lastName, relationship, phone, email, address, sharePercent }) => ({
    firstName,
    lastName: lastName || null,
    relationship: relationship || null,
    phone: phone || null,
    email: email || null,
    address: address || null,
    sharePercent,
  }))
  const wrong = whyNotShares(after.map(({ sharePercent }) => sharePercent * 100))
  if (wrong) throw wrong
  if (sameNominees(before, after)) refuse(changesNothing({ field: 'nominees' }))
  return { kind: 'nominees', before, after }
}

/** Takes back the member's own request. Refuses: not_found, request_decided. */
export const withdrawRequest = action(contract.withdrawRequest, async ({ tx, now }, { requestId }) => {
  await lockRequest(tx, requestId)
  await update(tx, 'app.member_request', { requestId, status: 'waiting' }, { status: 'withdrawn', endedAt: now })
  return findRequest(tx, requestId)
})

/** Makes the change in the register; where that is refused the request still waits. Refuses: not_found, request_decided, own_request, request_of_late, member_phone_taken. */
export const approveMemberRequest = action(contract.approveMemberRequest, async (ask, { requestId }) => {
  const { tx, actor } = ask
  const request = await lockRequest(tx, requestId)
  const { memberId } = request
  // An officer who asks in the portal and approves here would change alone what takes two. Without another officer there are no two.
  if ((await isOwnPerson(tx, actor, memberId)) && (await hasOtherApprover(tx, actor, null))) refuse(ownRequest())
  // It would name by one officer who is paid, where two do; and the phone may be in other hands by now.
  const late = await findLateNamer(tx, memberId)
  if (late) refuse(requestOfLate({ name: late.name }))
  const message = await makeChange(ask, request)
  await decideRequest(ask, requestId, 'approved', null)
  notifyMembers(tx, actor.cooperativeId, [{ memberId, type: 'success', message, link: '/member/requests' }])
  return findRequest(tx, requestId)
})

/** Declines a request and tells the member why. Refuses: not_found, request_decided. */
export const declineMemberRequest = action(contract.declineMemberRequest, async (ask, { requestId, reason }) => {
  const { tx, actor } = ask
  const { memberId } = await lockRequest(tx, requestId)
  await decideRequest(ask, requestId, 'declined', reason)
  const message = t('What you asked for was declined: {reason}', { reason })
  notifyMembers(tx, actor.cooperativeId, [{ memberId, type: 'warning', message, link: '/member/requests' }])
  return findRequest(tx, requestId)
})

async function decideRequest(
  { tx, actor, now }: Ask,
  requestId: MemberRequestId,
  status: 'approved' | 'declined',
  reason: string | null,
): Promise<void> {
  const decided = { status, endedAt: now, decidedBy: actor.loginId, decidedByName: actor.name, reason }
  await update(tx, 'app.member_request', { requestId }, decided)
}

/** Answers the words in which the member is told. */
async function makeChange(ask: Ask, request: MemberRequest): Promise<string> {
  if (request.kind === 'contribution') return changeContribution(ask, request)
  return request.kind === 'nominees' ? changeNominees(ask, request) : changeRecord(ask, request)
}

async function changeContribution(ask: Ask, { memberId, contribution }: MemberRequest): Promise<string> {
  if (!contribution) throw new Error('A request for another contribution names none')
  const { after, from } = contribution
  const { contributionsDueFrom } = await changeMember(ask, {
    ...{ id: memberId, monthlyContributions: after, contributionFrom: from },
  })
  return t('Your monthly contribution is {after} from {from}.', {
    after: moneyText(after),
    from: periodName(monthThatHolds(from, contributionsDueFrom, ask.now)),
  })
}

async function changeRecord(ask: Ask, { memberId, fields }: MemberRequest): Promise<string> {
  // What was asked passed the same fields of the contract that an officer's change passes.
  const isOfBank = ({ field }: MemberRequest['fields'][number]) => field.startsWith('bank')
  const asked = Object.fromEntries(
    fields.filter((change) => !isOfBank(change)).map(({ field, after }) => [field, after]),
  ) as Partial<Parsed<typeof updateContract>>
  if (Object.keys(asked).length > 0) await changeMember(ask, { ...asked, id: memberId })
  if (fields.some(isOfBank)) {
    const before = await findBankDetails(ask.tx, memberId)
    const after = (field: string, old = '') => fields.find((change) => change.field === field)?.after ?? old
    await updateBankDetails(ask, {
      memberId,
      bankName: after('bankName', before?.bankName),
      accountNumber: after('bankAccountNumber', before?.accountNumber),
      accountName: after('bankAccountName', before?.accountName),
    })
  }
  return t('Your record was changed as you asked.')
}

async function changeNominees(ask: Ask, { memberId, nominees }: MemberRequest): Promise<string> {
  if (!nominees) throw new Error('A request for other nominees carries none')
  await saveNominees(ask, {
    id: memberId,
    nominees: nominees.after.map(({ firstName, ...rest }) => ({ ...rest, firstName: firstName ?? '' })),
  })
  return t('Your nominees were changed as you asked.')
}
