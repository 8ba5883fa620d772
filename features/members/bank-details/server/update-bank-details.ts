import { memberTexts } from '#features/members/members/rules/sms-texts.ts'
import type { updateBankDetails as contract } from '#features/members/bank-details/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { momentText } from '#core/calendar.ts'
import { type BankDetails, bankDetailsText, bankNamed } from '#features/members/members/rules/bank-details.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { queueMessages } from '#platform/db/messages.ts'
import { addNameJob } from '#platform/db/payouts.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { findAccountHolder, findBankDetails } from './queries.ts'
import { saveBankDetails } from './save-bank-details.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

type Input = Parsed<typeof contract>

/** Changes where a member is paid and notifies the member, by SMS too: money would go to another account. The bank is asked in whose name that is, where it can be. Refuses: not_found. */
export async function updateBankDetails(
  tx: Tx,
  actor: TenantActor,
  { memberId, ...details }: Input,
  { messagesWaiting, payoutsWaiting }: Context,
): Promise<Replied<typeof contract>> {
  const { phone, membershipno } = await findAccountHolder(tx, memberId)
  const before = await findBankDetails(tx, memberId)
  if (before && isSameAccount(before, details)) {
    tx.nothingChanged()
    return before
  }
  await saveBankDetails(tx, actor, [{ memberId, ...details }])
  await addNameJob(tx, memberId, payoutsWaiting)
  const text = fill(strings.accountEndingIn, {
    bankName: bankNamed(details.bankName),
    lastDigits: details.accountNumber.slice(-4),
  })
  if (phone)
    await queueMessages(
      tx,
      actor.cooperativeId,
      [
        {
          kind: 'security',
          memberId,
          channel: 'sms',
          to: phone,
          text: memberTexts.bankChanged(
            actor.name,
            membershipno,
            bankNamed(details.bankName),
            details.accountNumber.slice(-4),
          ),
        },
      ],
      messagesWaiting,
    )
  notifyMembers(tx, actor.cooperativeId, [
    {
      memberId,
      type: 'warning',
      message: fill(strings.changedYourBankAccountTo, { name: actor.name, account: text }),
      link: '/member/profile',
    },
  ])
  return (await findBankDetails(tx, memberId)) ?? refuse('not_found')
}

/**
 * “Bank details of Ada Obi: none → GTBank …6789, Ada Obi”, what is there with the moment since when: by that alone is a request
 * known to be outdated where another account, ending in the same digits, came in between.
 */
export async function describeBankDetails(
  tx: Tx,
  _actor: TenantActor,
  { memberId, ...details }: Input,
): Promise<Change | undefined> {
  const { name } = await findAccountHolder(tx, memberId)
  const before = await findBankDetails(tx, memberId)
  if (before && isSameAccount(before, details)) return undefined
  const was = before
    ? fill(strings.accountSince, { account: bankDetailsText(before), since: momentText(before.changedAt) })
    : 'none'
  const becomes = bankDetailsText({ ...details, bankName: bankNamed(details.bankName) })
  const endsTheSame = before !== null && bankDetailsText(before) === becomes
  const sentence = endsTheSame ? strings.bankDetailsEndingTheSame : strings.bankDetailsOf
  return { description: fill(sentence, { name, was, becomes }), memberId, ownMemberId: memberId }
}

/** Compared whole: two account numbers of one bank can end in the same digits, which is all that a sentence shows. */
function isSameAccount(before: BankDetails, { bankName, accountNumber, accountName }: BankDetails): boolean {
  return (
    before.bankName === bankNamed(bankName) &&
    before.accountNumber === accountNumber &&
    before.accountName === accountName
  )
}
