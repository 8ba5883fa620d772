import { waitingAction } from '#features/access/change-requests/server/waiting-action.ts'
import { notifyOfficers } from '#features/access/notifications/server/notify-members.ts'
import * as contract from '#features/accounting/bank-accounts/contract.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import { moneyText } from '#core/money.ts'
import { t } from '#core/sentence.ts'
import type { Ask } from '#platform/action.ts'
import { transactionTime, upsert } from '#platform/db/write.ts'
import { setOverdraftLimit } from '#platform/ledger/ledger.ts'
import { type BankAccount, findBankAccount } from './reads.ts'

type Input = Parsed<typeof contract.updateBankAccount>

/** Sets where members pay to, and notifies the officers. Refuses: not_found. */
export const updateBankAccount = waitingAction(contract.updateBankAccount, describeChange, async (ask, input) => {
  const { tx, actor } = ask
  const change = await describeChange(ask, input)
  const { accountId, bank, accountNumber, accountName, shownToMembers, overdraftLimit } = input
  await upsert(tx, 'app.bank_account', ['cooperativeId', 'accountId'], {
    ...{ accountId, bank, accountNumber, accountName, shownToMembers },
    changedByName: actor.name,
    changedAt: transactionTime,
  })
  if (overdraftLimit !== undefined) await setOverdraftLimit(tx, accountId, overdraftLimit)
  if (change)
    notifyOfficers(tx, actor.cooperativeId, {
      type: 'warning',
      message: t('{name} changed a bank account. {description}.', { name: actor.name, ...change }),
    })
  return findBankAccount(tx, actor, accountId)
})

/** The old and the new details for the approver, because a changed number sends members' money to another account: “1020 Bank: none → Zenith Bank 1012345678, Unity Thrift, shown to members”. */
async function describeChange({ tx, actor }: Ask, input: Input): Promise<{ description: string } | undefined> {
  const { code, name, details, overdraftLimit: limit } = await findBankAccount(tx, actor, input.accountId)
  const before = details ? wordsOf(details, limit) : 'none'
  const after = wordsOf(input, input.overdraftLimit === undefined ? limit : input.overdraftLimit)
  return before === after ? undefined : { description: `${code ?? ''} ${name ?? ''}: ${before} → ${after}` }
}

type Details = Pick<NonNullable<BankAccount['details']>, 'bank' | 'accountNumber' | 'accountName' | 'shownToMembers'>

function wordsOf({ bank, accountNumber, accountName, shownToMembers }: Details, limit: BankAccount['overdraftLimit']) {
  const shown = shownToMembers ? t('shown to members') : t('not shown to members')
  const allowed = limit === null ? '' : `, ${t('overdraft limit {amount}', { amount: moneyText(limit) })}`
  return `${bank} ${accountNumber}, ${accountName}, ${shown}${allowed}`
}
