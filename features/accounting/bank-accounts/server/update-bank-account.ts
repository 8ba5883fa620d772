import type { updateBankAccount as contract } from '#features/accounting/bank-accounts/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { notifyOfficers } from '#features/access/notifications/server/notify-members.ts'
import { findBankAccount } from './queries.ts'
import { type BankDetails, upsertBankAccount } from './store.ts'
import { moneyText } from '#core/money.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** Sets where members pay to, and notifies the officers. Refuses: not_found. */
export async function updateBankAccount(
  tx: Tx,
  actor: TenantActor,
  input: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  const change = await describeBankAccount(tx, actor, input)
  await upsertBankAccount(tx, actor, input)
  if (change)
    notifyOfficers(tx, actor.cooperativeId, {
      type: 'warning',
      message: fill(strings.changedABankAccount, { name: actor.name, description: change.description }),
    })
  return findBankAccount(tx, actor, input.accountId)
}

/** The old and the new details for the approver, because a changed number sends members' money to another account: “1020 Bank: none → Zenith Bank 1012345678, Unity Thrift, shown to members”. */
export async function describeBankAccount(
  tx: Tx,
  actor: TenantActor,
  input: Parsed<typeof contract>,
): Promise<Change | undefined> {
  const { code, name, details, overdraftLimit } = await findBankAccount(tx, actor, input.accountId)
  const [before, after] = [
    details ? wordsOf({ ...details, overdraftLimit }) : 'none',
    wordsOf({ ...input, overdraftLimit: input.overdraftLimit === undefined ? overdraftLimit : input.overdraftLimit }),
  ]
  return before === after ? undefined : { description: `${code ?? ''} ${name ?? ''}: ${before} → ${after}` }
}

function wordsOf({
  bank,
  accountNumber,
  accountName,
  shownToMembers,
  overdraftLimit,
}: Omit<BankDetails, 'accountId'>): string {
  const limit =
    overdraftLimit === null || overdraftLimit === undefined
      ? ''
      : `, ${fill(strings.overdraftLimitOf, { amount: moneyText(overdraftLimit) })}`
  return `${bank} ${accountNumber}, ${accountName}, ${shownToMembers ? strings.shownToMembers : strings.notShownToMembers}${limit}`
}
