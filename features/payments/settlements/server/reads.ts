import type { Replied } from '#core/contract/endpoint.ts'
import type { AccountId, ProviderSettlementId, TransactionId } from '#core/ids.ts'
import { kobo, type Kobo } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import { foldQuery } from '#core/searching.ts'
import { cashInHandCodes, gatewayCode } from '#features/accounting/books/rules/chart.ts'
import { isInBooks, isLate } from '#features/payments/online-payments/server/reads.ts'
import { settledBefore } from '#features/payments/online-payments/rules/settlement.ts'
import * as contract from '#features/payments/settlements/contract.ts'
import { action } from '#platform/action.ts'
import { pageOf } from '#platform/db/page-of.ts'
import { containing, sql } from '#platform/db/sql.ts'
import type { Joined, Tx } from '#platform/db/tx.ts'

type Settlement = Replied<typeof contract.getSettlement>

/** Of a settled payment `i` of settlement `s`, beside the payment `p` with its reference. */
const difference = sql`case when p.payment_id is null or not ${isInBooks} then 'not_posted' when i.amount <> p.received then 'amount' when i.fees <> p.fees then 'charge'
  when exists (select from app.settled_payment o where o.reference = i.reference and o.settlement_id <> i.settlement_id) then 'settled_twice' end`
const withPayment = sql`left join app.online_payment p on p.reference = i.reference and p.provider = s.provider`

type Row = Omit<Settlement, 'posting' | 'payments' | 'paymentsNet' | 'differences' | 'isSum'> &
  Joined<{ transactionId: TransactionId; postedBy: string; postedAt: Date }> & {
    /** Of its payments; the amount is kobo. */
    compared: { payments: number; net: string; differences: number }
  }

const columns = sql`s.settlement_id as id, s.provider_settlement as number, s.status, s.settled_on, s.gross, s.fees, s.deductions, s.net,
  (select jsonb_build_object('payments', count(*), 'net', coalesce(sum(i.amount - i.fees), 0)::text, 'differences', count(*) filter (where ${difference} is not null))
    from app.settled_payment i ${withPayment} where i.settlement_id = s.settlement_id) as compared,
  o.transaction_id, o.posted_by_name as "postedBy", o.posted_at`

const joined = sql`app.provider_settlement s left join app.settlement_posting o on o.settlement_id = s.settlement_id and o.released_at is null`

function settlementFrom({ transactionId, postedBy, postedAt, compared, ...row }: Row): Settlement {
  const paymentsNet = kobo(compared.net)
  return {
    ...row,
    ...{ payments: compared.payments, paymentsNet, differences: compared.differences },
    isSum: row.status !== 'paid' || row.net === paymentsNet - row.deductions,
    posting: transactionId === null ? null : { transactionId, by: postedBy, at: postedAt },
  }
}

export const listSettlements = pageOf(contract.listSettlements, {
  select: columns,
  from: joined,
  where: { status: (status) => sql`s.status = ${status}` },
  search: (q) =>
    sql`(s.provider_settlement = ${q} or exists (select from app.settled_payment i where i.settlement_id = s.settlement_id and i.reference = ${q}))`,
  sorts: { settledOn: [sql`s.settled_on`, sql`s.settlement_id`] },
  order: '-settledOn',
  last: sql`s.settlement_id`,
  row: settlementFrom,
})

/** Refuses: not_found. */
export async function findSettlement(tx: Tx, id: ProviderSettlementId): Promise<Settlement> {
  const row = await tx.maybe<Row>(sql`select ${columns} from ${joined} where s.settlement_id = ${id}`)
  return row ? settlementFrom(row) : refuse('not_found')
}

export const getSettlement = action(contract.getSettlement, ({ tx }, { settlementId }) =>
  findSettlement(tx, settlementId),
)

/** Refuses: not_found. */
export const listSettledPayments = pageOf(contract.listSettledPayments, {
  select: sql`i.reference, i.amount, i.fees, p.payment_id, p.member_id, m.first_name || ' ' || m.last_name as "memberName", p.received, p.fees as "postedFees",
    ${difference} as difference`,
  from: sql`app.provider_settlement s join app.settled_payment i on i.settlement_id = s.settlement_id ${withPayment} left join app.member m on m.member_id = p.member_id`,
  where: { settlementId: (id) => sql`s.settlement_id = ${id}` },
  search: (q) => sql`(m.search_text like ${containing(foldQuery(q))} or i.reference = ${q})`,
  sorts: { reference: sql`i.reference` },
  order: sql`${difference} is null`,
  last: sql`i.reference`,
  besides: ({ tx, input }) => findSettlement(tx, input.settlementId),
})

export const getClearing = action(contract.getClearing, async ({ tx, today }) => {
  const lateBefore = settledBefore(today)
  const found = await tx.one<{ balance: Kobo; notSettled: Kobo; late: number; readAt: Date | null }>(sql`
    select coalesce((select sum(b.debits - b.credits)::bigint from ledger.account a join ledger.balance b using (cooperative_id, account_id)
        where a.code = ${gatewayCode} and a.member_id is null), 0) as balance,
      coalesce((select sum(p.received - p.fees)::bigint from app.online_payment p where ${isInBooks}
        and not exists (select from app.settled_payment i join app.settlement_posting o using (cooperative_id, settlement_id) where i.reference = p.reference and o.released_at is null)), 0) as "notSettled",
      (select count(*)::int from app.online_payment p where ${isLate(lateBefore)}) as late,
      (select max(s.read_at) from app.provider_settlement s) as "readAt"`)
  return { ...found, lateBefore }
})

type Look = { from: Date | null; subaccounts: (string | null)[]; paid: string[] }

/** Two weeks before the latest settlement, or all since the first payment; to today's sub-account, and to those of the payments of then. */
export async function findLook(tx: Tx, provider: string): Promise<Look> {
  return tx.one<Look>(sql`
    select l.since as from, array(select distinct on (platform.code_key(n.subaccount)) n.subaccount from (select subaccount, 1 as place from app.online_payment_settings union all
        select p.subaccount, 2 from app.online_payment p where p.provider = ${provider} and p.received is not null and p.paid_at >= l.since - interval '14 days') n
        order by platform.code_key(n.subaccount), n.place) as subaccounts,
      array(select s.provider_settlement from app.provider_settlement s where s.provider = ${provider} and s.status = 'paid' and s.settled_on >= l.since - interval '2 days') as paid
    from (select coalesce((select max(s.settled_on)::timestamptz - interval '14 days' from app.provider_settlement s where s.provider = ${provider} and s.status = 'paid'),
      (select min(p.paid_at) from app.online_payment p where p.provider = ${provider} and p.received is not null)) as since) l`)
}

/** Those of these references that are no payment of this society. */
export async function findUnknown(tx: Tx, provider: string, references: readonly string[]): Promise<string[]> {
  const rows = await tx.many<{ reference: string }>(sql`
    select r.reference from unnest(${references}::text[]) as r(reference)
    where not exists (select from app.online_payment p where p.reference = r.reference and p.provider = ${provider})`)
  return rows.map(({ reference }) => reference)
}

/** Whether it is an account of the society at a bank. */
export async function isBank(tx: Tx, id: AccountId): Promise<boolean> {
  const found = await tx.maybe(sql`
    select from ledger.account a where a.account_id = ${id} and a.member_id is null and a.control_id is null and not a.is_control and a.retired_at is null
      and a.holds_cash and not a.code = any (${cashInHandCodes}::text[])`)
  return found !== undefined
}
