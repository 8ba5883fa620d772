import { momentText } from '#core/calendar.ts'
import { refuse } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import { waitingAction } from '#features/access/change-requests/server/waiting-action.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import * as contract from '#features/members/bank-details/contract.ts'
import { type BankDetails, bankDetailsText, bankNamed } from '#features/members/members/rules/bank-details.ts'
import { memberTexts } from '#features/members/members/rules/sms-texts.ts'
import { queueMessages } from '#platform/db/messages.ts'
import { addNameJob } from '#platform/db/payouts.ts'
import { findAccountHolder, findBankDetails } from './reads.ts'
import { saveBankDetails } from './writes.ts'

/**
 * Changes where a member is paid and notifies the member, by SMS too: money would go to another account. The bank is asked in whose
 * name that is, where it can be. Refuses: not_found.
 */
export const updateBankDetails = waitingAction(
  contract.updateBankDetails,
  async ({ tx }, { memberId, ...details }) => {
    const { name } = await findAccountHolder(tx, memberId)
    const before = await findBankDetails(tx, memberId)
    if (before && isSameAccount(before, details)) return undefined
    // With the moment since when: by that alone is a request known to be outdated where another account, ending in the same digits, came in between.
    const [account, since] = before ? [bankDetailsText(before), momentText(before.changedAt)] : []
    const was = account ? t('{account} (since {since})', { account, since }) : 'none'
    const becomes = bankDetailsText({ ...details, bankName: bankNamed(details.bankName) })
    const description =
      account === becomes
        ? t('Bank details of {name}: {was} → another account number that ends in the same digits', { name, was })
        : t('Bank details of {name}: {was} → {becomes}', { name, was, becomes })
    return { description, memberId, ownMemberId: memberId }
  },
  async ({ tx, actor, context }, { memberId, ...details }) => {
    const { cooperativeId, name } = actor
    const { phone, membershipno } = await findAccountHolder(tx, memberId)
    const before = await findBankDetails(tx, memberId)
    if (before && isSameAccount(before, details)) {
      tx.nothingChanged()
      return before
    }

    // From here on it must succeed.
    await saveBankDetails(tx, actor, [{ memberId, ...details }])
    await addNameJob(tx, memberId, context.payoutsWaiting)
    const [bankName, lastDigits] = [bankNamed(details.bankName), details.accountNumber.slice(-4)]
    const text = memberTexts.bankChanged(name, membershipno, bankName, lastDigits)
    if (phone)
      await queueMessages(
        tx,
        cooperativeId,
        [{ kind: 'security', memberId, channel: 'sms', to: phone, text }],
        context.messagesWaiting,
      )
    const message = t(
      '{name} changed your bank account to {bankName} account ending in {lastDigits}. If you did not ask for this, call your cooperative.',
      { name, bankName, lastDigits },
    )
    notifyMembers(tx, cooperativeId, [{ memberId, type: 'warning', message, link: '/member/profile' }])
    return (await findBankDetails(tx, memberId)) ?? refuse('not_found')
  },
)

/** Compared whole: two account numbers of one bank can end in the same digits, which is all that a sentence shows. */
function isSameAccount(before: BankDetails, { bankName, accountNumber, accountName }: BankDetails): boolean {
  return (
    before.bankName === bankNamed(bankName) &&
    before.accountNumber === accountNumber &&
    before.accountName === accountName
  )
}
