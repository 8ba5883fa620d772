import type { listAccounts as contract } from '#contract/books-closing.ts'
import type { Replied } from '#contract/endpoint.ts'
import { refusalMessage } from '#contract/refusals.ts'
import { servedCodes } from '#domain/configuration/presets.ts'
import type { AccountId } from '#domain/ids.ts'
import { normalSide } from '#domain/ledger/account.ts'
import { type Kobo, moneyText } from '#domain/money.ts'
import { refuse } from '#domain/refusal.ts'
import { sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/tx.ts'

export type ChartAccount = Replied<typeof contract>[number]

type Row = Omit<ChartAccount, 'balance' | 'staysBecause'> & { net: Kobo }

/** The society's accounts by code, with what stands on them now. */
export async function listAccounts(tx: Tx): Promise<ChartAccount[]> {
  const rows = await tx.many<Row>(sql`
    with stands as (
      select coalesce(a.control_id, a.account_id) as account_id, sum(b.debits - b.credits) as net
      from ledger.balance b join ledger.account a using (account_id) group by 1)
    select a.account_id as id, a.code, a.name, a.class, a.is_control as "isControl", a.holds_cash as "holdsCash", a.retired_at is not null as retired,
      coalesce(s.net, 0)::bigint as net
    from ledger.account a left join stands s using (account_id) where a.member_id is null order by a.code`)
  return rows.map(({ net, ...row }) => {
    const balance = (normalSide(row.class) === 'debit' ? net : -net) as Kobo
    return { ...row, balance, staysBecause: whyStays({ ...row, balance }) }
  })
}

export async function findChartAccount(tx: Tx, id: AccountId): Promise<ChartAccount> {
  return (await listAccounts(tx)).find((account) => account.id === id) ?? refuse('not_found')
}

/** Why an account may not be retired now, in the words of the refusal. */
function whyStays({ isControl, code, name, balance }: Pick<ChartAccount, 'isControl' | 'code' | 'name' | 'balance'>): string | null {
  if (isControl) return refusalMessage('account_is_control', {})
  if (servedCodes.includes(code)) return refusalMessage('account_is_used', { name })
  return balance === 0n ? null : refusalMessage('account_has_balance', { balance: moneyText(balance) })
}
