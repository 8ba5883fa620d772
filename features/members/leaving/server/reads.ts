import type { getLeaving as contract } from '#features/members/leaving/contract.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { MemberRole, TenantActor } from '#core/actor.ts'
import { type Day, dayText } from '#core/calendar.ts'
import { unallocatedCode } from '#features/payroll/returns/rules/allocation.ts'
import { certificateNumber } from '#features/savings/fixed-deposits/rules/fixed-deposit.ts'
import type { AccountId, EntryId, LeavingId, LoanId, MemberId, PayoutId, SettlementId } from '#core/ids.ts'
import {
  type ClearanceFacts,
  type HeldAccount,
  type LeavingReason,
  type LeavingStatus,
  noticeDaysLeft,
} from '#features/members/leaving/rules/leaving.ts'
import { guaranteedStatuses } from '#features/loans/loans/rules/guarantee.ts'
import type { MemberStatus } from '#features/members/members/rules/member.ts'
import { type Kobo, kobo, moneyText } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { type Approvals, findApprovalStates } from '#features/access/approvals/server/reads.ts'
import { openElectionOf } from '#features/members/members/server/reads.ts'
import { feesCode, formerCode } from '#features/accounting/books/rules/chart.ts'

const readmittedSince = refusal(
  'readmitted_since',
  409,
  '{name} was readmitted on {on}, so this settlement stays. Record a payment of it that came back as a deposit of theirs, and a new entry for what else is to be corrected.',
)
const paidOut = refusal(
  'leaving_paid_out',
  409,
  '{amount} that was owed to {name} is paid out. Reverse that payment first.',
)
export const leavingOfMerged = refusal(
  'leaving_of_merged',
  409,
  'This record was merged into another one of the same person and is not opened again.',
)
export const leavingNotOpen = refusal(
  'leaving_not_open',
  409,
  'This leaving is not open any more. Reload the page to see its state.',
)

type Standing = Replied<typeof contract>
export type Leaver = {
  memberId: MemberId
  name: string
  membershipno: string
  phone: string | null
  status: MemberStatus
  roles: MemberRole[]
  email: string | null
  joinedOn: Day
  booksBeginOn: Day
  closedThrough: Day | null
  noticeMonths: number
  leavingFee: Kobo
}

/** The member with what the society asks of those who leave. Refuses: not_found. */
export async function findLeaver(tx: Tx, memberId: MemberId): Promise<Leaver> {
  const found = await tx.maybe<Leaver>(sql`
    select m.member_id, m.first_name || ' ' || m.last_name as name, m.membershipno, m.phone, m.email, m.status, m.roles, m.registration_date as "joinedOn",
      h.books_begin_on, h.closed_through, c.exit_notice_months as "noticeMonths", c.leaving_fee
    from app.member m cross join app.configuration c cross join ledger.head h where m.member_id = ${memberId} and m.removed_at is null`)
  return found ?? refuse('not_found')
}

/** Settlements that wait. */
export const leavingApprovals: Approvals = {
  kinds: ['leaving'],
  id: sql`v.settlement_id`,
  waits: sql`v.status = 'waiting'`,
  subjects: (where) => sql`
    select v.settlement_id as subject_id, 'leaving' as kind, v.approvals_needed as needed, v.asked_by as maker_id, true as made_by_officer, v.status = 'waiting' as open, array[v.member_id] as member_ids
    from app.leaving v where ${where}`,
  rows: () => sql`
    select v.settlement_id, 'leaving', jsonb_build_object('leavingId', v.leaving_id), v.member_id, null::text, v.held, v.settled_on, coalesce(v.note, initcap(v.reason)), v.asked_by_name, v.asked_at, null::int, null::int, true
    from app.leaving v where v.status = 'waiting'`,
}

/** Whose leaving it is. Refuses: not_found. */
export async function findLeaverOf(tx: Tx, id: LeavingId): Promise<MemberId> {
  const found = await tx.maybe<{ memberId: MemberId }>(sql`select member_id from app.leaving where leaving_id = ${id}`)
  return found?.memberId ?? refuse('not_found')
}

/** The accounts and loans of a settlement as they are kept; amounts in kobo as text, because JSON has no whole number of that size. */
export type StoredStatement = {
  accounts: { name: string; kind: HeldAccount['kind']; amount: string }[]
  /** Not there in a settlement from before interest was paid with it. */
  interest?: { name: string; from: Day; to: Day; amount: string }[]
  loans: (Record<'name' | 'principal' | 'interest' | 'fees' | 'penalties' | 'amount', string> & { loanId: LoanId })[]
}

type LockedLeaving = {
  id: LeavingId
  memberId: MemberId
  reason: LeavingReason
  status: LeavingStatus
  noticedOn: Day
  noticeEndsOn: Day | null
  isWaived: boolean
  settlementId: SettlementId | null
  settledOn: Day | null
  held: Kobo | null
  setOff: Kobo | null
  fee: Kobo | null
  net: Kobo | null
  entryId: EntryId | null
  statusBefore: 'active' | 'inactive'
  statement: StoredStatement | null
}

const heldColumns = sql`v.leaving_id as id, v.member_id, v.reason, v.status, v.noticed_on, v.notice_ends_on, v.waived_at is not null as "isWaived",
  v.settlement_id, v.settled_on, v.held, v.set_off, v.fee, v.net, v.entry_id, v.status_before, v.statement`

/** The exit, locked: of two who decide about it, the second sees what the first did. Refuses: not_found. */
export async function lockLeaving(tx: Tx, id: LeavingId): Promise<LockedLeaving> {
  await tx.run(sql`select from app.leaving where leaving_id = ${id} for update`)
  const found = await tx.maybe<LockedLeaving>(sql`select ${heldColumns} from app.leaving v where v.leaving_id = ${id}`)
  return found ?? refuse('not_found')
}

/** Refuses: readmitted_since, where this voucher settled a membership after which the member came back. */
export async function refuseOfReadmitted(tx: Tx, entryId: EntryId): Promise<void> {
  const back = await tx.maybe<{ name: string; on: Day }>(sql`
    select m.first_name || ' ' || m.last_name as name, v.readmitted_on as on from app.leaving v join app.member m using (member_id)
    where v.status = 'readmitted' and (v.entry_id = ${entryId} or exists (select from app.leaving_payout o where o.leaving_id = v.leaving_id and o.entry_id = ${entryId}))`)
  if (back) refuse(readmittedSince({ name: back.name, on: dayText(back.on) }))
}

/** The settled exit whose voucher this is, locked before anything of it is undone. */
export async function lockLeavingOf(tx: Tx, entryId: EntryId): Promise<LeavingId | undefined> {
  const found = await tx.maybe<{ id: LeavingId }>(
    sql`select leaving_id as id from app.leaving where entry_id = ${entryId} and status = 'settled' for update`,
  )
  return found?.id
}

/** Refuses: leaving_paid_out, while something that was owed is paid out. */
export async function refuseWhilePaidOut(tx: Tx, id: LeavingId): Promise<void> {
  const paid = await tx.maybe<{ name: string; amount: Kobo }>(sql`
    select p.name, o.amount from app.leaving_payout o join app.leaving_payee p using (leaving_id, number) where o.leaving_id = ${id} and o.status = 'posted' order by o.number limit 1`)
  if (paid) refuse(paidOut({ name: paid.name, amount: moneyText(paid.amount) }))
}

/** Everything that the settlement changes, in the order in which others lock it: loans, the member, share capital, the books. */
export async function lockAllOf(tx: Tx, memberId: MemberId): Promise<void> {
  await tx.run(sql`
    with held as materialized (select loan_id from app.loan where member_id = ${memberId} and status = 'active' order by loan_id for update)
    select app.lock_guarantees(loan_id) from held`)
  // Against contributions too, which hold their key: no money arrives while it is settled.
  await tx.run(sql`select from app.member where member_id = ${memberId} for update`)
  await tx.run(sql`select from app.configuration for no key update`)
}

export async function findActiveLoans(tx: Tx, memberId: MemberId): Promise<LoanId[]> {
  const rows = await tx.many<{ id: LoanId }>(
    sql`select loan_id as id from app.loan where member_id = ${memberId} and status = 'active' order by start_on, loan_id`,
  )
  return rows.map(({ id }) => id)
}

/** What is on the member's accounts, the usual savings first. */
export async function findHeldAccounts(tx: Tx, memberId: MemberId): Promise<HeldAccount[]> {
  return tx.many<HeldAccount>(sql`
    select a.account_id, t.account_type_id, t.name, t.kind, sum(b.credits - b.debits)::bigint as amount
    from ledger.account a join ledger.balance b on b.account_id = a.account_id join app.account_type t on t.account_type_id = a.account_type_id
    where a.member_id = ${memberId} group by a.account_id, t.account_type_id, t.name, t.kind, t.is_default, a.code having sum(b.credits - b.debits) > 0 order by t.is_default desc, a.code`)
}

type Obstacles = Pick<
  ClearanceFacts,
  | 'applications'
  | 'lost'
  | 'guarantees'
  | 'goods'
  | 'holds'
  | 'deposits'
  | 'deductions'
  | 'waiting'
  | 'vote'
  | 'election'
>

/** What has to be put in order before the member leaves; the questions travel together. */
export async function findObstacles(tx: Tx, memberId: MemberId, today: Day): Promise<Obstacles> {
  const loanName = sql`app.loan l join app.loan_configuration c on c.loan_configuration_id = l.loan_configuration_id`
  const [applications, lost, guarantees, goods, holds, deposits, deductions, waiting, votes] = await Promise.all([
    tx.many<Obstacles['applications'][number]>(sql`
      select l.loan_id, c.name, l.status, l.principal from ${loanName} where l.member_id = ${memberId} and l.status in ('submitted', 'approved') order by l.submitted_at`),
    tx.many<Obstacles['lost'][number]>(sql`
      select l.loan_id, c.name, (l.written_off - l.recovered)::bigint as owed from ${loanName}
      where l.member_id = ${memberId} and l.status = 'written_off' and l.written_off > l.recovered order by l.loan_id`),
    tx.many<Obstacles['guarantees'][number]>(sql`
      select l.loan_id, c.name, b.first_name || ' ' || b.last_name as borrower, g.status from app.loan_guarantor g join ${loanName} on l.loan_id = g.loan_id join app.member b on b.member_id = l.member_id
      where g.member_id = ${memberId} and g.status in ('asked', 'accepted') and l.status = any(${guaranteedStatuses}::text[]) order by g.asked_at, l.loan_id`),
    tx.many<Obstacles['goods'][number]>(sql`
      select l.loan_id, c.name from ${loanName} where l.member_id = ${memberId} and l.status = 'active' and exists (select from app.loan_good g where g.loan_id = l.loan_id)
        and not exists (select from app.loan_delivery d where d.loan_id = l.loan_id and d.undone_at is null) order by l.loan_id`),
    tx.many<Obstacles['holds'][number]>(sql`
      select t.name as account, p.amount, p.reason from app.pledge p join app.account_type t using (account_type_id)
      where p.member_id = ${memberId} and p.kind = 'hold' and p.released_at is null order by p.placed_at`),
    tx.many<{ certificate: number; amount: Kobo; maturesOn: Day; hasMatured: boolean }>(sql`
      select certificate_no as certificate, principal as amount, matures_on, matures_on <= ${today}::date as "hasMatured" from app.fixed_deposit where member_id = ${memberId} and status = 'open' order by matures_on, certificate_no`),
    tx.many<Obstacles['deductions'][number]>(sql`
      select e.name as employer, sum(d.loans_amount + d.levy_amount + d.savings_amount + d.shares_amount + d.unallocated_amount)::bigint as amount
      from app.deduction d join app.deduction_schedule s using (schedule_id) join app.employer e using (employer_id) where d.member_id = ${memberId} and not d.credited group by e.name order by e.name`),
    tx.many<Obstacles['waiting'][number]>(sql`
      select description as what, amount from app.transaction where member_id = ${memberId} and status = 'pending'
      union all
      select 'A reversal', r.amount from app.reversal_request r where r.status = 'pending' and exists (select from app.transaction t where t.entry_id = r.entry_id and t.member_id = ${memberId})
      union all
      select t.description, l.amount from app.interest_line l join app.interest_run r using (run_id) join app.transaction t on t.transaction_id = r.transaction_id
      where l.member_id = ${memberId} and l.amount > 0 and t.status = 'pending'
      union all
      select t.description, l.gross - l.tax from app.dividend_line l join app.dividend_run r using (run_id) join app.transaction t on t.transaction_id = r.transaction_id
      where l.member_id = ${memberId} and t.status = 'pending'
      union all
      select 'A write-off', w.amount from app.write_off w where w.status = 'pending' and w.member_id = ${memberId}`),
    tx.one<Pick<Obstacles, 'vote' | 'election'>>(sql`
      select (select v.wording from app.vote_roll r join app.vote v using (vote_id) where r.member_id = ${memberId} and r.exclusion is null and v.status = 'open' order by v.opens_at limit 1) as vote,
        ${openElectionOf(sql`${memberId}::uuid`)} as election`),
  ])
  return {
    applications,
    lost,
    guarantees,
    goods,
    holds,
    deposits: deposits.map(({ certificate, ...deposit }) => ({ ...deposit, number: certificateNumber(certificate) })),
    deductions,
    waiting,
    ...votes,
  }
}

export type SettlementAccounts = { unallocated: AccountId; fees: AccountId; former: AccountId }

/** The society's own side of a settlement beside cash and bank. Refuses: chart_account_missing. */
export async function findSettlementAccounts(tx: Tx): Promise<SettlementAccounts> {
  const classes = { [unallocatedCode]: 'liability', [feesCode]: 'income', [formerCode]: 'liability' }
  const rows = await tx.many<{ code: string; id: AccountId }>(sql`
    select a.code, a.account_id as id from ledger.account a join unnest(${Object.keys(classes)}::text[], ${Object.values(classes)}::text[]) as c(code, class) on c.code = a.code and c.class = a.class
    where not a.is_control and a.retired_at is null`)
  const by = (code: string) => rows.find((row) => row.code === code)?.id ?? refuse('chart_account_missing', { code })
  return { unallocated: by(unallocatedCode), fees: by(feesCode), former: by(formerCode) }
}

export type LeavingRecord = NonNullable<Standing['leaving']> &
  Pick<LockedLeaving, 'settledOn' | 'held' | 'setOff' | 'fee' | 'net'> & {
    isWaived: boolean
    statement: StoredStatement | null
  }

type LeavingSelected = Omit<LeavingRecord, 'waived' | 'settled' | 'ended' | 'approvals' | 'noticeDaysLeft'> &
  Record<'waivedReason' | 'waivedBy' | 'settledBy' | 'receiptNumber' | 'endedReason' | 'endedBy', string | null> & {
    waivedAt: Date | null
    entryId: EntryId | null
    entryNumber: number | null
    endedAt: Date | null
    settlementId: SettlementId | null
  }

/** Every leaving of a member, the one that is first. */
export async function listLeavings(
  tx: Tx,
  actor: TenantActor,
  memberId: MemberId,
  today: Day,
): Promise<LeavingRecord[]> {
  const [rows, states] = await Promise.all([
    tx.many<LeavingSelected>(sql`
      select v.leaving_id as id, v.reason, v.status, v.noticed_on, v.notice_ends_on, v.waived_at is not null as "isWaived", v.waived_reason,
        v.waived_by_name as "waivedBy", v.waived_at, v.note, v.started_by_name as "startedBy", v.started_at, v.asked_by_name as "askedBy", v.settlement_id,
        v.settled_on, v.held, v.set_off, v.fee, v.net, v.statement, v.entry_id, v.entry_no::int as "entryNumber", v.receipt_number,
        v.settled_by_name as "settledBy", v.ended_reason, v.ended_by_name as "endedBy", v.ended_at,
        (select r.asked_by_name from app.reversal_request r where r.entry_id = v.entry_id and r.status = 'pending' limit 1) as "reversalAskedBy"
      from app.leaving v where v.member_id = ${memberId} order by v.status in ('open', 'waiting', 'settled') desc, v.started_at desc limit 20`),
    findApprovalStates(
      tx,
      actor,
      leavingApprovals.subjects(sql`v.member_id = ${memberId} and v.settlement_id is not null`),
    ),
  ])
  return rows.map(
    ({
      waivedReason,
      waivedBy,
      waivedAt,
      settledBy,
      entryId,
      entryNumber,
      receiptNumber,
      endedReason,
      endedBy,
      endedAt,
      settlementId,
      ...row
    }): LeavingRecord => ({
      ...row,
      noticeDaysLeft: noticeDaysLeft(row.noticeEndsOn ?? undefined, row.isWaived, today),
      waived:
        waivedReason !== null && waivedBy !== null && waivedAt
          ? { reason: waivedReason, by: waivedBy, at: waivedAt }
          : null,
      approvals: row.status === 'waiting' && settlementId ? (states.get(settlementId) ?? null) : null,
      settled:
        settledBy !== null && row.settledOn
          ? { on: row.settledOn, by: settledBy, entryId, entryNumber, receiptNumber }
          : null,
      ended:
        endedReason !== null && endedBy !== null && endedAt ? { reason: endedReason, by: endedBy, at: endedAt } : null,
    }),
  )
}

export type StoredPayee = Standing['payees'][number] & {
  accountId: AccountId | null
  payoutId: PayoutId | null
  payoutEntryId: EntryId | null
}

/** Who is paid of a settlement, with what was paid of it later. */
export async function findPayees(tx: Tx, id: LeavingId): Promise<StoredPayee[]> {
  const rows = await tx.many<Omit<StoredPayee, 'sharePercent'> & { share: number }>(sql`
    select p.number, p.name, p.relationship, p.phone, p.share_basis_points as share, p.amount, p.account_id, coalesce(o.account_name, p.account_name) as "paidThrough",
      coalesce(o.occurred_on, case when p.account_id is not null and v.status in ('settled', 'readmitted') then v.settled_on end) as "paidOn", coalesce(o.receipt_number, case when p.account_id is not null then v.receipt_number end) as "receiptNumber",
      o.payout_id is not null as "isPaidLater", o.payout_id, o.entry_id as "payoutEntryId"
    from app.leaving_payee p join app.leaving v using (leaving_id)
    left join app.leaving_payout o on o.leaving_id = p.leaving_id and o.number = p.number and o.status = 'posted'
    where p.leaving_id = ${id} order by p.number`)
  return rows.map(({ share, ...row }) => ({ ...row, sharePercent: share / 100 }))
}

/** One of them, by number. Refuses: not_found. */
export async function findPayee(tx: Tx, id: LeavingId, number: number): Promise<StoredPayee> {
  return (await findPayees(tx, id)).find((each) => each.number === number) ?? refuse('not_found')
}

/** The statement as it was kept with its settlement. */
export function statementOf({
  statement,
  settledOn,
  held,
  setOff,
  fee,
  net,
}: LeavingRecord): Standing['statement'] | undefined {
  if (!statement || settledOn === null || held === null || setOff === null || fee === null || net === null)
    return undefined
  const amount = (text: string): Kobo => kobo(BigInt(text))
  return {
    on: settledOn,
    held,
    setOff,
    fee,
    net,
    missing: kobo(0),
    accounts: statement.accounts.map((account) => ({ ...account, amount: amount(account.amount) })),
    interest: (statement.interest ?? []).map((line) => ({ ...line, amount: amount(line.amount) })),
    loans: statement.loans.map((loan) => ({
      ...loan,
      principal: amount(loan.principal),
      interest: amount(loan.interest),
      fees: amount(loan.fees),
      penalties: amount(loan.penalties),
      amount: amount(loan.amount),
    })),
  }
}
