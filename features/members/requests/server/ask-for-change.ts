import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { askForChange as contract } from '#features/members/requests/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { firstDayOf } from '#core/calendar.ts'
import type { MemberRequestId } from '#core/ids.ts'
import {
  type AskedNominee,
  changedFields,
  type RequestKind,
  sameNominees,
  whyNotFrom,
} from '#features/members/requests/rules/member-request.ts'
import { whyNotShares } from '#features/members/members/rules/nominee.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findBankDetails } from '#features/members/bank-details/server/queries.ts'
import { findMember } from '#features/members/members/server/queries.ts'
import { listOwnNominees } from '#features/members/nominees/server/queries.ts'
import { notifyOfficers } from '#features/access/notifications/server/notify-officers.ts'
import { findRequest, lockRequestsOf } from './queries.ts'
import { type Change, insertRequest, replaceWaiting } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

type Member = Awaited<ReturnType<typeof findMember>> &
  Record<'bankName' | 'bankAccountNumber' | 'bankAccountName', string | null>
type Asked = Omit<Parsed<typeof contract>, 'note'>

const inWords: Record<RequestKind, string> = {
  contribution: strings.anotherMonthlyContribution,
  profile: strings.changesOfTheOwnRecord,
  nominees: strings.otherNominees,
}

/**
 * Saves a member's request, in place of a pending one of the same kind, and notifies the officers. Whose phone is in the
 * register is not told here. Refuses: request_names_one, request_changes_nothing, request_month_wrong, bank_details_incomplete, nominees_not_whole.
 */
export async function askForChange(
  tx: Tx,
  actor: TenantActor,
  { note, ...asked }: Parsed<typeof contract>,
  { now }: Context,
): Promise<Replied<typeof contract>> {
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
    asked.nominees && !asked.contribution && !asked.profile
      ? nomineesFrom(await listOwnNominees(tx, actor), asked.nominees)
      : changeFrom(record, asked, now)

  // From here on it must succeed.
  const id = newId<MemberRequestId>()
  await replaceWaiting(tx, memberId, change.kind)
  await insertRequest(tx, actor, { id, memberId, change, note: note || null })
  notifyOfficers(tx, actor.cooperativeId, {
    message: fill(strings.asksFor, {
      firstName: record.firstName,
      lastName: record.lastName,
      kind: inWords[change.kind],
    }),
    link: '/coop/member-management/requests',
  })
  return findRequest(tx, id)
}

function changeFrom(record: Member, { contribution, profile, nominees }: Asked, now: Date): Change {
  if (contribution && !profile && !nominees) {
    const { monthly, from } = contribution
    const reason = whyNotFrom(from, now)
    if (reason) throw reason
    if (monthly === record.monthlyContributions) refuse('request_changes_nothing', { field: 'contribution.monthly' })
    return { kind: 'contribution', before: record.monthlyContributions, after: monthly, from: firstDayOf(from) }
  }
  if (!profile || contribution || nominees) return refuse('request_names_one', { field: 'profile' })
  const fields = changedFields(record, profile)
  if (fields.length === 0) refuse('request_changes_nothing', { field: 'profile' })
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
  if (sameNominees(before, after)) refuse('request_changes_nothing', { field: 'nominees' })
  return { kind: 'nominees', before, after }
}
