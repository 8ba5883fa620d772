import type {
  getClearing as clearingContract,
  getSettlement as settlementContract,
  listSettledPayments as paymentsContract,
  listSettlements as listContract,
} from '#features/payments/settlements/contract.ts'
import type { PageOf, Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { cashInHandCodes, gatewayCode } from '#features/accounting/books/rules/chart.ts'
import { dayIn } from '#core/calendar.ts'
import type { AccountId, ProviderSettlementId, TransactionId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import { foldQuery } from '#core/searching.ts'
import { isInBooks, isLate } from '#features/payments/online-payments/server/queries.ts'
import { settledBefore } from '#features/payments/online-payments/rules/settlement.ts'
import type { Context } from '#platform/context.ts'
import { allOf, containing, sql, type Statement } from '#platform/db/sql.ts'
import type { Joined, Tx } from '#platform/db/tx.ts'

type Settlement = Replied<typeof settlementContract>

/** Of a settled payment `i` of settlement `s`, beside the payment `p` with its reference. */
const difference = sql`case when p.payment_id is null or not ${isInBooks} then 'not_posted' when i.amount <> p.received then 'amount' when i.fees <> p.fees then 'charge'
  when exists (select from app.settled_payment o where o.reference = i.reference and o.settlement_id <> i.settlement_id) then 'settled_twice' end`
const withPayment = sql`left join app.online_payment p on p.reference = i.reference and p.provider = s.provider`

type Row = Omit<Settlement, 'posting'> & Joined<{ transactionId: TransactionId; postedBy: string; postedAt: Date }>

const columns = sql`s.settlement_id as id, s.provider_settlement as number, s.status, s.settled_on, s.gross, s.fees, s.deductions, s.net,
  i.payments, i.net as "paymentsNet", i.differences, s.net = i.net - s.deductions or s.status <> 'paid' as "isSum",
  o.transaction_id, o.posted_by_name as "postedBy", o.posted_at`

const joined = sql`app.provider_settlement s left join app.settlement_posting o on o.settlement_id = s.settlement_id and o.released_at is null
  cross join lateral (select count(*)::int as payments, coalesce(sum(i.amount - i.fees), 0)::bigint as net, (count(*) filter (where ${difference} is not null))::int as differences
    from app.settled_payment i ${withPayment} where i.settlement_id = s.settlement_id) i`

const settlementFrom = ({ transactionId, postedBy, postedAt, ...row }: Row): Settlement => ({
  ...row,
  posting: transactionId === null ? null : { transactionId, by: postedBy, at: postedAt },
})

const orders: Record<string, Statement> = {
  settledOn: sql`s.settled_on, s.settlement_id`,
  '-settledOn': sql`s.settled_on desc, s.settlement_id desc`,
}

export async function listSettlements(
  tx: Tx,
  _actor: TenantActor,
  { q, status, sort = '-settledOn', page, limit }: Parsed<typeof listContract> & { page: number; limit: number },
): Promise<PageOf<Settlement>> {
  const where = allOf([
    sql`true`,
    ...(status ? [sql`s.status = ${status}`] : []),
    ...(q
      ? [
          sql`(s.provider_settlement = ${q} or exists (select from app.settled_payment i where i.settlement_id = s.settlement_id and i.reference = ${q}))`,
        ]
      : []),
  ])
  const order = orders[sort] ?? sql`s.settled_on desc, s.settlement_id desc`
  const [rows, { total }] = await Promise.all([
    tx.many<Row>(
      sql`select ${columns} from ${joined} where ${where} order by ${order} limit ${limit} offset ${(page - 1) * limit}`,
    ),
    tx.one<{ total: number }>(sql`select count(*)::int as total from app.provider_settlement s where ${where}`),
  ])
  return { rows: rows.map(settlementFrom), total }
}

/** Refuses: not_found. */
export async function findSettlement(tx: Tx, id: ProviderSettlementId): Promise<Settlement> {
  const row = await tx.maybe<Row>(sql`select ${columns} from ${joined} where s.settlement_id = ${id}`)
  return row ? settlementFrom(row) : refuse('not_found')
}

export async function getSettlement(
  tx: Tx,
  _actor: TenantActor,
  { settlementId }: Parsed<typeof settlementContract>,
): Promise<Settlement> {
  return findSettlement(tx, settlementId)
}

const paymentOrders: Record<string, Statement> = { reference: sql`i.reference`, '-reference': sql`i.reference desc` }

/** Refuses: not_found. */
export async function listSettledPayments(
  tx: Tx,
  _actor: TenantActor,
  { settlementId, q, sort, page, limit }: Parsed<typeof paymentsContract> & { page: number; limit: number },
): Promise<PageOf<Replied<typeof paymentsContract>>> {
  await findSettlement(tx, settlementId)
  const from = sql`app.provider_settlement s join app.settled_payment i on i.settlement_id = s.settlement_id ${withPayment} left join app.member m on m.member_id = p.member_id`
  const where = allOf([
    sql`s.settlement_id = ${settlementId}`,
    ...(q ? [sql`(m.search_text like ${containing(foldQuery(q))} or i.reference = ${q})`] : []),
  ])
  const [rows, { total }] = await Promise.all([
    tx.many<Replied<typeof paymentsContract>>(sql`
      select i.reference, i.amount, i.fees, p.payment_id, p.member_id, m.first_name || ' ' || m.last_name as "memberName", p.received, p.fees as "postedFees",
        ${difference} as difference
      from ${from} where ${where} order by ${paymentOrders[sort ?? ''] ?? sql`${difference} is null, i.reference`} limit ${limit} offset ${(page - 1) * limit}`),
    tx.one<{ total: number }>(sql`select count(*)::int as total from ${from} where ${where}`),
  ])
  return { rows, total }
}

export async function getClearing(
  tx: Tx,
  _actor: TenantActor,
  _input: unknown,
  { now }: Pick<Context, 'now'>,
): Promise<Replied<typeof clearingContract>> {
  const lateBefore = settledBefore(dayIn(now))
  const found = await tx.one<{ balance: Kobo; notSettled: Kobo; late: number; readAt: Date | null }>(sql`
    select coalesce((select sum(b.debits - b.credits)::bigint from ledger.account a join ledger.balance b using (cooperative_id, account_id)
        where a.code = ${gatewayCode} and a.member_id is null), 0) as balance,
      coalesce((select sum(p.received - p.fees)::bigint from app.online_payment p where ${isInBooks}
        and not exists (select from app.settled_payment i join app.settlement_posting o using (cooperative_id, settlement_id) where i.reference = p.reference and o.released_at is null)), 0) as "notSettled",
      (select count(*)::int from app.online_payment p where ${isLate(lateBefore)}) as late,
      (select max(s.read_at) from app.provider_settlement s) as "readAt"`)
  return { ...found, lateBefore }
}

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
