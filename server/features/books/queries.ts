import type { getTrialBalance as trialBalanceContract, listReports as listContract } from '#contract/books.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { dayIn } from '#domain/calendar.ts'
import { type AccountTotals, trialBalance } from '#domain/ledger/trial-balance.ts'
import type { Context } from '#server/context.ts'
import { sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/tx.ts'

export async function listReports(): Promise<Replied<typeof listContract>> {
  return [{ name: 'trial-balance', title: 'Trial balance', formats: ['json'] }]
}

/**
 * The trial balance at the end of a day, from the postings themselves. Members' accounts are summed under their control
 * account, so that the report is one page whatever the number of members.
 */
export async function getTrialBalance(tx: Tx, _actor: TenantActor, { asOf }: Parsed<typeof trialBalanceContract>, { now }: Context): Promise<Replied<typeof trialBalanceContract>> {
  const day = asOf ?? dayIn(now)
  const accounts = await tx.many<AccountTotals>(sql`
    with posted as (
      select p.debit_id, p.credit_id, p.amount
      from ledger.posting p join ledger.entry e on e.entry_id = p.entry_id where e.effective_on <= ${day}::date),
    sides as (
      select debit_id as account_id, sum(amount) as debits, 0::numeric as credits from posted group by 1
      union all select credit_id, 0, sum(amount) from posted group by 1)
    select g.code, g.name, g.class, coalesce(sum(s.debits), 0)::bigint as debits, coalesce(sum(s.credits), 0)::bigint as credits
    from sides s
    join ledger.account a using (account_id)
    join ledger.account g on g.account_id = coalesce(a.control_id, a.account_id)
    group by g.code, g.name, g.class order by g.code`)
  const { lines, totals, balanced } = trialBalance(accounts)
  return { asOf: day, accounts: lines, totals, balanced }
}
