import * as contract from '#features/payments/held-money/contract.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { unallocatedCode } from '#features/accounting/books/rules/chart.ts'
import { dayIn, daysBetween, dayText } from '#core/calendar.ts'
import type { EntryId, OnlinePaymentId } from '#core/ids.ts'
import { kobo, type Kobo, moneyText, subtract, sumKobo } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { ageBucket } from '#features/payroll/employers/rules/ageing.ts'
import { type AgeBucket, ageBuckets } from '#features/payroll/employers/rules/words.ts'
import { pageOf } from '#platform/db/page-of.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

const heldMoneyAboveLeft = refusal(
  'held_money_above_left',
  409,
  'Only {left} is left of this money. Enter that or less.',
)
const heldMoneyDatedBefore = refusal(
  'held_money_dated_before',
  422,
  'This money came on {day}. Choose that day or a later one.',
)
const heldMoneyUsed = refusal(
  'held_money_used',
  409,
  '{amount} of this money was allocated or paid back, or is to be. Reverse or reject that first.',
)

export type HeldMoney = Replied<typeof contract.listHeldMoney>
type UseRow = Omit<HeldMoney['uses'][number], 'amount' | 'at'> & { amount: string; at: string }
type Row = Omit<HeldMoney, 'ageDays' | 'ageing' | 'uses'> & { uses: UseRow[] }

const held = sql`(select account_id from ledger.account where code = ${unallocatedCode})`

/**
 * What brought each held naira, and what is left of it. Every entry that moved 2410 is traced to what it belongs to: a reversal
 * to what it reverses, a use to the money that it takes, an entry of an online payment to the one that brought the payment. A
 * voucher of an employer's file is told apart by its lines, and so are opening balances where a sheet says what was held. So the sums are those of the account, whatever is reversed.
 */
const traced = sql`
  moved as materialized (
    select m.entry_id, sum(m.amount)::bigint as amount from (
      select entry_id, amount from ledger.posting where credit_id = ${held} union all select entry_id, -amount from ledger.posting where debit_id = ${held}) m
    group by m.entry_id having sum(m.amount) <> 0),
  used as materialized (
    select u.use_id, u.kind, u.item_entry_id, u.item_line, u.amount, u.used_by_name, u.used_at, u.transaction_id, coalesce(u.entry_id, t.entry_id) as entry_id,
      case when t.status = 'pending' then 'waiting' when t.status = 'rejected' then 'rejected'
        when exists (select from ledger.entry r where r.reverses_id = coalesce(u.entry_id, t.entry_id)) then 'reversed' else 'posted' end as state
    from app.held_money_use u left join app.transaction t on t.transaction_id = u.transaction_id),
  traced as materialized (
    select coalesce(u.item_entry_id, o.entry_id, k.root) as item_id, u.item_line, m.amount
    from moved m join ledger.entry e on e.entry_id = m.entry_id
    cross join lateral (select coalesce(e.reverses_id, e.entry_id) as root) k
    left join used u on u.entry_id = k.root
    left join lateral (
      select f.entry_id from app.online_payment_entry p join app.online_payment_entry f on f.payment_id = p.payment_id
      join moved b on b.entry_id = f.entry_id join ledger.entry g on g.entry_id = f.entry_id
      where p.entry_id = k.root and b.amount > 0 order by g.entry_no limit 1) o on true),
  item as materialized (
    select t.item_id as entry_id, null::int as line, m.amount as received, sum(t.amount)::bigint as remaining, null::date as received_on
    from traced t join moved m on m.entry_id = t.item_id
    where m.amount > 0 and not exists (select from app.deduction_return r where r.entry_id = t.item_id)
      and not exists (select from app.held_money_brought b where b.entry_id = t.item_id)
    group by t.item_id, m.amount
    union all
    select p.entry_id, p.line, p.amount,
      (case when exists (select from ledger.entry v where v.reverses_id = p.entry_id) then 0 else p.amount end
        + coalesce((select sum(t.amount) from traced t where t.item_id = p.entry_id and t.item_line = p.line), 0))::bigint, p.received_on
    from (select r.entry_id, l.number as line, l.unallocated_amount as amount, null::date as received_on
        from app.deduction_return r join app.deduction_return_line l on l.return_id = r.return_id
        where r.entry_id is not null and l.unallocated_amount > 0 and l.owed_to is null
      union all select b.entry_id, b.line, b.amount, b.received_on from app.held_money_brought b) p)`

const told = sql`
  select i.entry_id as "entryId", i.line, e.entry_no::int as "entryNumber",
    case when r.return_id is not null then 'employer' when p.payment_id is not null then 'online'
      when exists (select from ledger.posting c join ledger.account a on a.account_id = c.debit_id where c.entry_id = i.entry_id and a.holds_cash) then 'bank' else 'other' end as source,
    coalesce(w.name, b.sender, case when p.payment_id is not null then coalesce(pm.first_name || ' ' || pm.last_name, p.sender, 'An unknown sender') end, x.party, x.description, 'Not known') as from,
    case when r.return_id is not null then concat_ws(', ', nullif(l.name, ''), nullif(l.staff_number, ''), nullif(l.membershipno, ''), l.note)
      when p.payment_id is not null then p.why_not_posted when b.line is not null then b.detail when x.party is not null then x.description end as detail,
    coalesce(p.reference, b.reference, x.reference) as reference, coalesce(l.member_id, p.member_id) as "memberId", coalesce(lm.membershipno, pm.membershipno) as membershipno,
    r.employer_id, r.schedule_id as "scheduleId", p.payment_id, coalesce(i.received_on, e.effective_on) as on, i.received, i.remaining as left,
    (select coalesce(sum(u.amount), 0)::bigint from used u where u.item_entry_id = i.entry_id and u.item_line is not distinct from i.line and u.state = 'waiting') as waiting,
    (select coalesce(jsonb_agg(jsonb_build_object('kind', u.kind, 'amount', u.amount::text, 'state', u.state, 'receiptNumber', ut.receipt_number, 'transactionId', ut.transaction_id, 'loanId', ut.loan_id, 'by', u.used_by_name, 'at', u.used_at,
        'to', coalesce(ut.party, um.first_name || ' ' || um.last_name)) order by u.used_at, u.use_id), '[]')
      from used u
      left join lateral (select t.party, t.member_id, t.receipt_number, t.transaction_id, null::uuid as loan_id from app.transaction t where t.transaction_id = u.transaction_id or t.entry_id = u.entry_id
        union all select null, n.member_id, v.receipt_number, null, v.loan_id from app.loan_movement v join app.loan n on n.loan_id = v.loan_id where v.entry_id = u.entry_id limit 1) ut on true
      left join app.member um on um.member_id = ut.member_id
      where u.item_entry_id = i.entry_id and u.item_line is not distinct from i.line) as uses
  from item i join ledger.entry e on e.entry_id = i.entry_id
  left join app.deduction_return r on r.entry_id = i.entry_id left join app.deduction_return_line l on l.return_id = r.return_id and l.number = i.line
  left join app.held_money_brought b on b.entry_id = i.entry_id and b.line = i.line
  left join app.employer w on w.employer_id = r.employer_id left join app.member lm on lm.member_id = l.member_id
  left join lateral (select o.payment_id from app.online_payment_entry o where o.entry_id = i.entry_id) oe on true
  left join app.online_payment p on p.payment_id = oe.payment_id left join app.member pm on pm.member_id = p.member_id
  left join lateral (select t.party, t.description, t.reference from app.transaction t where t.entry_id = i.entry_id order by t.transaction_id limit 1) x on true`

const heldMoneyFrom = ({ uses, ...row }: Row, now: Date): HeldMoney => ({
  ...row,
  ageDays: daysBetween(row.on, dayIn(now)),
  ageing: ageBucket(row.on, dayIn(now)),
  uses: uses.map(({ amount, at, ...use }) => ({ ...use, amount: kobo(BigInt(amount)), at: new Date(at) })),
})

/** The first and the last day of each band, counted back from today. */
const days: Record<AgeBucket, readonly [number, number]> = {
  days0to30: [-100_000, 30],
  days31to60: [31, 60],
  days61to90: [61, 90],
  daysOver90: [91, 100_000],
}

export const listHeldMoney = pageOf(contract.listHeldMoney, {
  select: sql`f.*`,
  from: sql`(with ${traced} ${told}) f`,
  where: {
    show: null,
    source: (source) => sql`f.source = ${source}`,
    scheduleId: (id) => sql`f."scheduleId" = ${id}`,
    ageing: (ageing, { today }) =>
      sql`${today}::date - f.on between ${days[ageing][0]}::int and ${days[ageing][1]}::int`,
  },
  always: ({ input: { show = 'open' } }) => (show === 'open' ? sql`f.left <> 0` : sql`f.left = 0`),
  search: { text: sql`concat_ws(' ', f.from, f.detail, f.reference)` },
  sorts: { on: [sql`f.on`, sql`f."entryNumber"`], left: sql`f.left` },
  order: 'on',
  last: sql`f.on, f."entryNumber", f.line`,
  besides: ({ tx, now }) => findHeldSums(tx, now),
  row: (row: Row, _sums, { now }) => heldMoneyFrom(row, now),
  summary: (_totals: object, sums) => sums,
})

async function findHeldSums(tx: Tx, now: Date) {
  const [rows, { balance }] = await Promise.all([
    tx.many<{ on: HeldMoney['on']; left: Kobo }>(sql`
      with ${traced} select coalesce(i.received_on, e.effective_on) as on, sum(i.remaining)::bigint as left from item i join ledger.entry e on e.entry_id = i.entry_id where i.remaining <> 0 group by 1`),
    tx.one<{ balance: Kobo }>(sql`
      select (coalesce((select sum(amount) from ledger.posting where credit_id = ${held}), 0) - coalesce((select sum(amount) from ledger.posting where debit_id = ${held}), 0))::bigint as balance`),
  ])
  const sumOf = (bucket: AgeBucket) =>
    sumKobo(rows.filter(({ on }) => ageBucket(on, dayIn(now)) === bucket).map(({ left }) => left))
  const total = sumKobo(rows.map(({ left }) => left))
  return {
    ageing: Object.fromEntries(ageBuckets.map((bucket) => [bucket, sumOf(bucket)])) as Record<AgeBucket, Kobo>,
    total,
    balance,
    unmatched: subtract(balance, total),
  }
}

type Which = { entryId: EntryId; line?: number | undefined }

/** Refuses: not_found. */
export async function findHeldMoney(tx: Tx, { entryId, line }: Which, now: Date): Promise<HeldMoney> {
  const row = await tx.maybe<Row>(sql`
    with ${traced} select * from (${told}) f where f."entryId" = ${entryId} and f.line is not distinct from ${line ?? null}::int`)
  return row ? heldMoneyFrom(row, now) : refuse('not_found')
}

/** No one else takes from what this entry brought, or takes the entry back, until this transaction ends. */
async function holdEntry(tx: Tx, entryId: EntryId): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('held money ' || ${entryId}::text, 0))`)
}

/** The money that so much is taken from on that day, which no one else takes from meanwhile. Refuses: for_officers_only, not_found, held_money_above_left, held_money_dated_before. */
export async function takeHeldMoney(
  tx: Tx,
  actor: TenantActor,
  which: Which,
  { amount, on, field }: { amount: Kobo; on: HeldMoney['on']; field: string },
  now: Date,
): Promise<HeldMoney> {
  if (actor.role === 'member') return refuse('for_officers_only')
  await holdEntry(tx, which.entryId)
  const found = await findHeldMoney(tx, which, now)
  const free = subtract(found.left, found.waiting)
  if (amount > free) refuse(heldMoneyAboveLeft({ field, left: moneyText(free) }))
  if (on < found.on) refuse(heldMoneyDatedBefore({ field: 'occurredOn', day: dayText(found.on) }))
  return found
}

/** Money that was allocated or paid back is not taken back where it came from. Refuses: held_money_used. */
export async function refuseUsed(tx: Tx, entryId: EntryId): Promise<void> {
  await holdEntry(tx, entryId)
  const { amount } = await tx.one<{ amount: Kobo }>(sql`
    select coalesce(sum(u.amount), 0)::bigint as amount from app.held_money_use u left join app.transaction t on t.transaction_id = u.transaction_id
    where u.item_entry_id = ${entryId} and t.status is distinct from 'rejected'
      and not exists (select from ledger.entry r where r.reverses_id = coalesce(u.entry_id, t.entry_id))`)
  if (amount > 0n) refuse(heldMoneyUsed({ amount: moneyText(amount) }))
}

/** The entry that an online payment is held by. */
export async function findEntryOfPayment(tx: Tx, paymentId: OnlinePaymentId): Promise<EntryId | undefined> {
  const found = await tx.maybe<{ entryId: EntryId }>(sql`
    select p.entry_id as "entryId" from app.online_payment_entry p join ledger.entry e on e.entry_id = p.entry_id join ledger.posting c on c.entry_id = p.entry_id
    where p.payment_id = ${paymentId} and c.credit_id = ${held} order by e.entry_no limit 1`)
  return found?.entryId
}
