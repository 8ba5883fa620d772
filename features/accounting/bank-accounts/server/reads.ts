import type { TenantActor } from '#core/actor.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { AccountId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import * as contract from '#features/accounting/bank-accounts/contract.ts'
import { cashInHandCodes } from '#features/accounting/books/rules/chart.ts'
import { action } from '#platform/action.ts'
import { sql } from '#platform/db/sql.ts'
import type { Joined, Tx } from '#platform/db/tx.ts'

export type BankAccount = Replied<typeof contract.listBankAccountDetails>[number]

export const listBankAccountDetails = action(contract.listBankAccountDetails, ({ tx, actor }) =>
  findBankAccounts(tx, actor),
)

const detailColumns = sql`b.bank, b.account_number, b.account_name, b.shown_to_members, b.changed_by_name as "changedBy", b.changed_at`

/** By code, those without details too. A member sees those that are shown to members: row security leaves out the others. */
async function findBankAccounts(tx: Tx, actor: TenantActor): Promise<BankAccount[]> {
  const tables =
    actor.role === 'member'
      ? sql`app.bank_account b cross join lateral (select b.account_id, null as code, null as name, null::bigint as overdraft_limit) a order by b.bank, b.account_number`
      : sql`ledger.account a left join app.bank_account b on b.account_id = a.account_id
      where a.holds_cash and a.retired_at is null and not a.code = any(${cashInHandCodes}::text[]) order by a.code`
  const rows = await tx.many<Omit<BankAccount, 'details'> & Joined<NonNullable<BankAccount['details']>>>(sql`
    select a.account_id, a.code, a.name, a.overdraft_limit, ${detailColumns} from ${tables}`)
  return rows.map(({ accountId, code, name, overdraftLimit, ...details }) => ({
    accountId,
    code,
    name,
    overdraftLimit,
    details: details.changedAt === null ? null : details,
  }))
}

/** Refuses: not_found, also for an account that is not at a bank. */
export async function findBankAccount(tx: Tx, actor: TenantActor, accountId: AccountId): Promise<BankAccount> {
  return (await findBankAccounts(tx, actor)).find((account) => account.accountId === accountId) ?? refuse('not_found')
}
