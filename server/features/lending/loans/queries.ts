import type { getSettlementQuote as quoteContract } from '#contract/lending/loan-money.ts'
import type {
  findGuarantor as guarantorContract,
  getLoan as getContract,
  listLoans as listContract,
  listLoanStatuses as statusesContract,
  listMemberLoans as memberLoansContract,
} from '#contract/lending/loans.ts'
import type { PageOf, Parsed, Replied } from '#contract/endpoint.ts'
import { refusalMessage } from '#contract/refusals.ts'
import type { TenantActor } from '#domain/actor.ts'
import { addMonths, type Day, dayIn, firstDayOf, periodOf } from '#domain/calendar.ts'
import type {
  AccountId,
  LoanConfigurationId,
  LoanId,
  LoginId,
  MemberId,
  ReschedulingId,
  ScheduleId,
} from '#domain/ids.ts'
import {
  type AskedLoan,
  type Borrower,
  type Guarantor,
  monthlyOf,
  type OtherLoan,
} from '#domain/lending/loans/eligibility.ts'
import type { InstalmentUnit } from '#domain/lending/loans/due-dates.ts'
import { feesToTake } from '#domain/lending/loans/fees-to-take.ts'
import type { Guarantees } from '#domain/lending/loans/guarantee.ts'
import {
  type KeptRules,
  type LoanRules,
  type LoanTerms,
  coverOf,
  rulesFromKept,
  type SocietyRules,
  termsNow,
} from '#domain/lending/loans/loan-terms.ts'
import {
  committedStatuses,
  type InterestMethod,
  loanStatuses,
  loanStatusLabels,
  type LoanStatus,
} from '#domain/lending/loans/loan.ts'
import { changeBetween, eventsOf, planOfLoan, runningLoan } from '#domain/lending/loans/running-loan.ts'
import { perMonth } from '#domain/lending/loans/repaid-every.ts'
import { chargesInWords } from '#domain/lending/loans/product-charges.ts'
import type { RecoverySource } from '#domain/lending/loans/recovery-source.ts'
import { settlementOn } from '#domain/lending/loans/settlement.ts'
import { type Kobo, kobo, sumKobo } from '#domain/money.ts'
import { phoneFrom } from '#domain/phone.ts'
import { Refusal, refuse } from '#domain/refusal.ts'
import { foldQuery } from '#domain/searching.ts'
import { whyNotPayOut } from '#domain/access/approvals/approvals.ts'
import type { Context } from '#server/context.ts'
import { allOf, containing, sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/tx.ts'
import { type Approvals, whyNotApprovedBy } from '#server/features/access/approvals/queries.ts'
import { lateOn, nextOn, owedOf } from '#server/features/books/arrears/queries.ts'
import { findWaits } from '#server/features/access/change-requests/queries.ts'
import { findGoodsOf } from '#server/features/lending/goods/queries.ts'
import { findMinutes } from '#server/features/lending/loan-minutes/queries.ts'
import { findSettledBy, findSettles } from '#server/features/lending/top-ups/queries.ts'
import { findWriteOff } from '#server/features/lending/write-offs/queries.ts'
import { findRunningLoan } from '#server/features/lending/running-loans/queries.ts'

type Row = Replied<typeof listContract>

type Detail = Replied<typeof getContract>

type LoanRow = Omit<Row, 'annualRatePercent' | 'next'> & { rate: number; nextOn: Day | null; nextAmount: Kobo | null }

export async function listLoanStatuses(): Promise<Replied<typeof statusesContract>> {
  return loanStatuses.map((status) => ({ status, label: loanStatusLabels[status] }))
}

const orders: Record<string, Statement> = {
  submittedAt: sql`l.submitted_at, l.loan_id`,
  '-submittedAt': sql`l.submitted_at desc, l.loan_id desc`,
  principal: sql`l.principal, l.loan_id`,
  '-principal': sql`l.principal desc, l.loan_id`,
}

/** A loan's row as it is on this day. */
function columnsOn(day: Day): Statement {
  return sql`l.loan_id as id, l.status, l.member_id as "memberId", m.first_name || ' ' || m.last_name as "memberName", m.membershipno,
    l.loan_configuration_id as "loanConfigId", c.name as "loanConfig", l.principal, l.instalments, l.terms ->> 'repaidEvery' as "repaidEvery", l.interest_method as "interestMethod",
    l.annual_rate_basis_points as rate, l.purpose, l.recorded_by_name as "recordedBy", l.submitted_at as "submittedAt",
    l.disbursed, l.disbursed - l.paid_principal - l.written_off as outstanding,
    coalesce((select late.overdue from (${lateOn(day, sql`i.member_id = l.member_id`)}) late where late.loan_id = l.loan_id), 0)::bigint as overdue,
    l.rescheduled_on as "rescheduledOn", n.due_on as "nextOn", n.owed as "nextAmount"`
}

function loanFrom({ rate, nextOn: on, nextAmount, ...row }: LoanRow): Row {
  return { ...row, annualRatePercent: rate / 100, next: on && nextAmount !== null ? { on, amount: nextAmount } : null }
}

type StatusSums = { status: LoanStatus; count: number; principal: bigint; outstanding: bigint; late: number }

/** Row security shows a member their own only. */
export async function listLoans(
  tx: Tx,
  _actor: TenantActor,
  {
    status,
    memberId,
    overdue,
    q,
    sort = '-submittedAt',
    page,
    limit,
  }: Parsed<typeof listContract> & { page: number; limit: number },
  { now }: Context,
): Promise<PageOf<Row>> {
  const today = dayIn(now)
  const anyStatus = allOf([
    ...(memberId ? [sql`l.member_id = ${memberId}`] : []),
    ...(q
      ? [
          sql`l.member_id in (select m.member_id from app.member m where m.search_text like ${containing(foldQuery(q))})`,
        ]
      : []),
  ])
  const isLate = sql`l.loan_id in (select late.loan_id from (${lateOn(today)}) late)`
  const where = allOf([anyStatus, ...(status ? [sql`l.status = ${status}`] : []), ...(overdue ? [isLate] : [])])
  const order = orders[sort] ?? sql`l.submitted_at desc, l.loan_id desc`
  const [rows, byStatus] = await Promise.all([
    tx.many<LoanRow>(sql`
      select ${columnsOn(today)} from (select * from app.loan l where ${where} order by ${order} limit ${limit} offset ${(page - 1) * limit}) l
      join app.member m using (member_id) join app.loan_configuration c using (loan_configuration_id) ${nextOn(today)} order by ${order}`),
    tx.many<StatusSums>(sql`
      select l.status, count(*)::int as count, sum(l.principal)::bigint as principal, sum(l.disbursed - l.paid_principal - l.written_off)::bigint as outstanding,
        count(*) filter (where ${isLate})::int as late
      from app.loan l where ${anyStatus} group by l.status`),
  ])
  const counts = Object.fromEntries(
    loanStatuses.map((each) => [each, byStatus.find((one) => one.status === each)?.count ?? 0]),
  ) as Record<LoanStatus, number>
  const shown = byStatus.filter((one) => !status || one.status === status)
  return {
    rows: rows.map(loanFrom),
    total: shown.reduce((sum, { count, late }) => sum + (overdue ? late : count), 0),
    summary: {
      counts,
      principal: shown.reduce((sum, { principal }) => sum + principal, 0n) as Kobo,
      outstanding: shown.reduce((sum, { outstanding }) => sum + outstanding, 0n) as Kobo,
      overdueLoans: byStatus.reduce((sum, { late }) => sum + late, 0),
    },
  }
}

export async function listMemberLoans(
  tx: Tx,
  actor: TenantActor,
  input: Parsed<typeof memberLoansContract> & { page: number; limit: number },
  context: Context,
): Promise<PageOf<Row>> {
  await findBorrowerName(tx, input.memberId)
  return listLoans(tx, actor, input, context)
}

/** Refuses whom the caller may not see as if they did not exist. */
async function findBorrowerName(tx: Tx, memberId: MemberId): Promise<string> {
  const row = await tx.maybe<{ name: string }>(
    sql`select first_name || ' ' || last_name as name from app.member where member_id = ${memberId}`,
  )
  return row?.name ?? refuse('not_found')
}

type DetailRow = LoanRow & {
  fromSalary: boolean
  collateral: string | null
  netSalary: Kobo | null
  terms: KeptRules<LoanTerms>
  ownPledge: Kobo
  approvalsNeeded: number
  approvals: { by: string; at: string }[]
  startOn: Day | null
  takenOver: { asOf: Day; beganOn: Day; originalPrincipal: string; originalInstalments: number } | null
  regularInstalment: Kobo | null
  interestDeducted: Kobo
  feesDeducted: Kobo
  waivers: (Omit<Detail['waivers'][number], 'amount' | 'at' | 'reversal'> & {
    amount: string
    at: string
    reversal: { reason: string; by: string; at: string } | null
  })[]
  writtenOff: Kobo
  recovered: Kobo
  paidPrincipal: Kobo
  paidInterest: Kobo
  paidFees: Kobo
  paidPenalties: Kobo
}

type MovementRow = Omit<Detail['movements'][number], 'reversal' | 'schedule' | 'recovery'> & {
  recoveryReason: string | null
  parts: { name: string; source: RecoverySource; amount: number }[]
  reason: string | null
  reversedBy: string
  reversedAt: Date
  reversalNumber: number
  scheduleId: ScheduleId | null
  period: Day
  employer: string
}

type GuarantorRow = Omit<Detail['guarantors'][number], 'paper'> & {
  paper: (Omit<NonNullable<Detail['guarantors'][number]['paper']>, 'addedAt'> & { addedAt: string }) | null
}

export async function getLoan(
  tx: Tx,
  actor: TenantActor,
  { loanId }: { loanId: LoanId },
  { now }: Pick<Context, 'now'>,
): Promise<Detail> {
  const today = dayIn(now)
  const [row, guarantors, decisions, minutes, schedule, movements, writeOff, reschedulings, settles, settledBy, goods] =
    await Promise.all([
      tx.maybe<DetailRow>(sql`
      select ${columnsOn(today)}, ${fromSalary(actor, today)} as "fromSalary", l.collateral, l.net_salary as "netSalary", l.terms, l.approvals_needed as "approvalsNeeded", l.start_on as "startOn",
        (select jsonb_build_object('asOf', o.as_of, 'beganOn', o.began_on, 'originalPrincipal', o.original_principal::text, 'originalInstalments', o.original_instalments)
          from app.loan_taken_over o where o.loan_id = l.loan_id) as "takenOver",
        coalesce((select p.held from app.pledge p where p.pledge_id = l.own_pledge_id and p.released_at is null), 0)::bigint as "ownPledge",
        ${approvalsGiven} as approvals, l.regular_instalment as "regularInstalment", l.interest_deducted as "interestDeducted", l.fees_deducted as "feesDeducted", ${waiversGiven} as waivers, l.written_off as "writtenOff", l.recovered,
        l.paid_principal as "paidPrincipal", l.paid_interest as "paidInterest", l.paid_fees as "paidFees", l.paid_penalties as "paidPenalties"
      from app.loan l
      join app.member m using (member_id) join app.loan_configuration c using (loan_configuration_id) ${nextOn(today)} where l.loan_id = ${loanId}`),
      findGuarantorsOf(tx, actor, loanId),
      tx.many<Detail['decisions'][number]>(sql`
      select decision, decided_by_name as by, decided_at as at, reason from app.loan_decision where loan_id = ${loanId} order by decided_at`),
      findMinutes(tx, loanId),
      tx.many<Detail['schedule'][number]>(sql`
      select i.number, i.due_on as "dueOn", i.principal, i.interest, i.fees, i.penalties, i.principal + i.interest + i.fees + i.penalties as total, ${owedOf} as owed, i.owed_penalties as "owedPenalties"
      from app.loan_instalment i where i.loan_id = ${loanId} order by i.number`),
      tx.many<MovementRow>(sql`
      select m.movement_id as id, m.kind, m.status, m.amount, m.occurred_on as "occurredOn", m.way, m.through_name as "paidThrough", m.principal, m.interest, m.fees,
        m.penalties, m.deducted, m.fees_deducted as "feesDeducted", m.entry_no::int as "entryNumber", m.receipt_number as "receiptNumber", m.recorded_by_name as "recordedBy", m.created_at as "createdAt",
        m.reversal_reason as reason, m.reversed_by_name as "reversedBy", m.reversed_at as "reversedAt", m.reversal_entry_no::int as "reversalNumber",
        s.schedule_id as "scheduleId", s.period, e.name as employer, m.recovery_reason as "recoveryReason",
        case when m.recovery_reason is null then '[]' else (select coalesce(jsonb_agg(jsonb_build_object('source', p.kind, 'amount', p.amount,
            'name', coalesce((select g.member_name from app.loan_guarantor g where g.loan_id = p.loan_id and g.member_id = p.member_id), '')) order by p.line), '[]')
          from app.recovery_part p where p.movement_id = m.movement_id) end as parts
      from app.loan_movement m
      -- Closed to a member, who reads that it came from their salary.
      left join app.deduction_return r using (return_id) left join app.deduction_schedule s using (schedule_id) left join app.employer e on e.employer_id = s.employer_id
      where m.loan_id = ${loanId} order by m.occurred_on, m.movement_id`),
      actor.role === 'member' ? null : findWriteOff(tx, actor, loanId),
      findReschedulings(tx, loanId),
      findSettles(tx, loanId),
      findSettledBy(tx, loanId),
      findGoodsOf(tx, loanId),
    ])
  if (!row) return refuse('not_found')
  const another = actor.role === 'member' ? undefined : await whyAnotherOfficer(tx, actor, row)
  const { changesWait, reversalsWaitFrom } =
    actor.role === 'member' ? { changesWait: false, reversalsWaitFrom: null } : await findWaits(tx, actor, row.memberId)
  const {
    paidPrincipal: principal,
    paidInterest: interest,
    paidFees: fees,
    paidPenalties: penalties,
    terms,
    approvalsNeeded,
    approvals,
    ownPledge,
    netSalary,
    collateral,
    startOn,
    regularInstalment,
    interestDeducted,
    feesDeducted,
    waivers,
    takenOver,
    writtenOff,
    recovered,
    fromSalary: isFromSalary,
    ...plain
  } = row
  const agreed = rulesFromKept<LoanTerms>(terms)
  return {
    ...loanFrom(plain),
    fromSalary: isFromSalary,
    collateral,
    netSalary,
    ownPledge,
    guarantees: guaranteesOf(plain.principal, agreed, guarantors),
    approvals: { asked: approvalsNeeded, given: approvals.map(({ by, at }) => ({ by, at: new Date(at) })) },
    forAnotherOfficer: another ? refusalMessage(another.code, another.detail) : null,
    changesWait,
    reversalsWaitFrom,
    startOn,
    regularInstalment,
    interestDeducted,
    feesDeducted,
    charges: chargesInWords(agreed),
    feesToDeduct:
      plain.disbursed > 0n
        ? kobo(0)
        : feesToTake({ ...plain, annualRateBasisPoints: plain.rate, charges: agreed }, today),
    waivers: waivers.map(({ amount, at, reversal, ...waiver }) => ({
      ...waiver,
      amount: kobo(BigInt(amount)),
      at: new Date(at),
      reversal: reversal && { ...reversal, at: new Date(reversal.at) },
    })),
    takenOver: takenOver && { ...takenOver, originalPrincipal: kobo(BigInt(takenOver.originalPrincipal)) },
    writtenOff,
    recovered,
    writeOff,
    reschedulings,
    settles,
    settledBy,
    ...goods,
    paid: { principal, interest, fees, penalties },
    guarantors,
    decisions,
    minutes,
    schedule,
    movements: movements.map(
      ({
        reason,
        reversedBy,
        reversedAt,
        reversalNumber,
        scheduleId,
        period,
        employer,
        recoveryReason,
        parts,
        ...movement
      }) => ({
        ...movement,
        recovery:
          recoveryReason === null
            ? null
            : {
                reason: recoveryReason,
                parts: parts.map(({ name, source, amount }) => ({
                  name: name || plain.memberName,
                  source,
                  amount: kobo(amount),
                })),
              },
        schedule: scheduleId === null ? null : { id: scheduleId, period: periodOf(period), employer },
        reversal: reason === null ? null : { reason, by: reversedBy, at: reversedAt, entryNumber: reversalNumber },
      }),
    ),
  }
}

/** Who guarantees the loan or was asked to, how each answered, and for officers the signed form that waits. */
async function findGuarantorsOf(
  tx: Tx,
  { loginId, memberId }: TenantActor,
  loanId: LoanId,
): Promise<Detail['guarantors']> {
  const rows = await tx.many<GuarantorRow>(sql`
    select g.member_id as "memberId", g.member_name as name, g.membershipno, g.status, g.amount, g.answered_at as "answeredAt", g.answered_way as "answeredWay", g.confirmed_by_name as "confirmedBy",
      (select max(k.made_at) from app.consent_link k where k.loan_id = g.loan_id and k.member_id = g.member_id and k.made_at >= g.asked_at) as "linkSentAt",
      (select jsonb_build_object('documentId', p.document_id, 'fileName', o.file_name, 'addedBy', p.added_by_name, 'addedAt', p.added_at,
          'confirmable', p.added_by <> ${loginId} and coalesce(${memberId ?? null}::uuid not in (l.member_id, g.member_id), true))
        from app.guarantee_paper p join app.loan_document o using (document_id)
        where p.loan_id = g.loan_id and p.member_id = g.member_id and p.status = 'waiting' and p.added_at >= g.asked_at and g.status = 'asked') as paper,
      -- Borrowers see only their own pledge; what another member has pledged for them follows from the loan.
      case when g.status = 'accepted' and l.status in ('submitted', 'approved', 'active') and g.amount > 0 and l.paid_principal < l.principal
        then app.held_of(g.amount, l.principal, l.paid_principal - d.principal, d.drawn) else 0 end as held,
      (select o.member_name from app.loan_guarantor o where o.loan_id = g.loan_id and o.member_id = g.replaces) as replaces
    from app.loan_guarantor g join app.loan l using (loan_id)
    cross join lateral (select coalesce(sum(r.principal), 0)::bigint as principal, coalesce(sum(r.amount) filter (where r.pledge_id = g.pledge_id), 0)::bigint as drawn
      from app.recovery_part r where r.loan_id = g.loan_id and r.kind = 'guarantee' and r.reversed_at is null) d
    where g.loan_id = ${loanId} order by g.status = 'replaced', g.membershipno`)
  return rows.map(({ paper, ...guarantor }) => ({
    ...guarantor,
    paper: paper && { ...paper, addedAt: new Date(paper.addedAt) },
  }))
}

/** Whether an employer deducts for the borrower of loan `l`. A member's employment is closed to them: their own deductions of the last months say it. */
function fromSalary({ role }: TenantActor, today: Day): Statement {
  const deducts =
    role === 'member'
      ? sql`select from app.deduction d where d.member_id = l.member_id and d.loans_amount > 0 and d.period >= ${firstDayOf(addMonths(periodOf(today), -2))}`
      : sql`select from app.employment w where w.member_id = l.member_id and w.from_on <= coalesce(n.due_on, ${today}::date)`
  return sql`l.status in ('approved', 'active') and exists (${deducts})`
}

/** Applications that wait; one is ready when its guarantors have agreed. */
export const loanApprovals: Approvals = {
  kinds: ['loan'],
  id: sql`l.loan_id`,
  waits: sql`l.status = 'submitted'`,
  subjects: (where) => sql`
    select l.loan_id as subject_id, 'loan' as kind, l.approvals_needed as needed, l.recorded_by as maker_id,
    l.made_by_officer, l.status = 'submitted' as open, array[l.member_id] as member_ids
    from app.loan l where ${where}`,
  rows: () => sql`
    select l.loan_id, 'loan', jsonb_build_object('loanId', l.loan_id), l.member_id, c.name, l.principal, (l.submitted_at at time zone 'Africa/Lagos')::date, coalesce(l.purpose, ''), l.recorded_by_name,
      l.submitted_at, n.required, g.accepted, g.accepted >= n.required and g.covered >= n.cover
    from app.loan l join app.loan_configuration c using (loan_configuration_id)
    cross join lateral (select (l.terms ->> 'guarantorsRequired')::int as required) asks
    cross join lateral (select asks.required, case when asks.required = 0 then 0 else (l.principal * (l.terms ->> 'guarantorCoverPercent')::int + 99) / 100 end as cover) n
    cross join lateral (select count(*)::int as accepted, coalesce(sum(g.amount), 0) as covered from app.loan_guarantor g where g.loan_id = l.loan_id and g.status = 'accepted') g
    where l.status = 'submitted'`,
}

/** Why the next step of this loan is for another officer than the one who asks. */
async function whyAnotherOfficer(
  tx: Tx,
  actor: TenantActor,
  { id, status, disbursed, principal }: Pick<LoanRow, 'id' | 'status' | 'disbursed' | 'principal'>,
): Promise<Refusal | undefined> {
  if (status === 'submitted') return whyNotApprovedBy(tx, actor, 'loan', id)
  return (status === 'approved' || status === 'active') && disbursed < principal
    ? whyNotPaidOutBy(tx, actor, id)
    : undefined
}

/** Why this officer can't pay the loan out because no other officer agreed to it, or undefined when they can. */
export async function whyNotPaidOutBy(tx: Tx, actor: TenantActor, loanId: LoanId): Promise<Refusal | undefined> {
  return whyNotPayOut(
    actor.loginId,
    await tx.one<{ agreedBy: LoginId[]; officers: number }>(sql`
    select array(
        select l.recorded_by where l.made_by_officer
        union select a.approved_by from app.approval a where a.subject_id = l.loan_id
        union select d.decided_by from app.loan_decision d where d.loan_id = l.loan_id and d.decision = 'approved') as "agreedBy",
      -- The borrower's own office pays out nothing to them.
      (select count(*)::int from app.deciders('disbursement') d where d.member_id is distinct from l.member_id) as officers
    from app.loan l where l.loan_id = ${loanId}`),
  )
}

type ReschedulingRow = Omit<Detail['reschedulings'][number], 'reversal' | 'annualRatePercent'> & {
  rate: number
  reversalReason: string | null
  reversedBy: string
  reversedAt: Date
}

async function findReschedulings(tx: Tx, loanId: LoanId): Promise<Detail['reschedulings']> {
  const rows = await tx.many<ReschedulingRow>(sql`
    select rescheduling_id as id, status, occurred_on as on, instalments, first_due_on as "firstDueOn", annual_rate_basis_points as rate, outstanding, interest_owed as "interestOwed", reason,
      recorded_by_name as by, created_at as at, reversal_reason as "reversalReason", reversed_by_name as "reversedBy", reversed_at as "reversedAt"
    from app.rescheduling where loan_id = ${loanId} order by created_at`)
  return rows.map(({ rate, reversalReason, reversedBy, reversedAt, ...row }) => ({
    ...row,
    annualRatePercent: rate / 100,
    reversal: reversalReason === null ? null : { reason: reversalReason, by: reversedBy, at: reversedAt },
  }))
}

/** New terms of a loan that is held, and whether anything has moved since. Refuses: not_found. */
export async function findRescheduling(
  tx: Tx,
  loanId: LoanId,
  id: ReschedulingId,
): Promise<{ on: Day; status: 'posted' | 'reversed'; reversedBy: string | null; isFollowed: boolean }> {
  const found = await tx.maybe<{
    on: Day
    status: 'posted' | 'reversed'
    reversedBy: string | null
    isFollowed: boolean
  }>(sql`
    select r.occurred_on as on, r.status, r.reversed_by_name as "reversedBy",
      exists (select from app.loan_movement m where m.loan_id = r.loan_id and m.status = 'posted' and m.created_at > r.created_at)
        or exists (select from app.rescheduling o where o.loan_id = r.loan_id and o.status = 'posted' and o.occurred_on > r.occurred_on) as "isFollowed"
    from app.rescheduling r where r.rescheduling_id = ${id} and r.loan_id = ${loanId}`)
  return found ?? refuse('not_found')
}

const waiversGiven = sql`(select coalesce(jsonb_agg(jsonb_build_object('id', w.waiver_id, 'status', w.status, 'on', w.occurred_on, 'amount', w.amount::text, 'reason', w.reason,
    'by', w.recorded_by_name, 'at', w.created_at, 'reversal', case when w.status = 'reversed' then jsonb_build_object('reason', w.reversal_reason, 'by', w.reversed_by_name, 'at', w.reversed_at) end)
    order by w.created_at), '[]') from app.penalty_waiver w where w.loan_id = l.loan_id)`

const approvalsGiven = sql`(case when app.is_member() then '[]' else
  (select coalesce(jsonb_agg(jsonb_build_object('by', a.approved_by_name, 'at', a.approved_at) order by a.approved_at), '[]') from app.approval a where a.subject_id = l.loan_id) end)`

/** How far the guarantors have come. */
export function guaranteesOf(
  principal: Kobo,
  terms: LoanTerms,
  guarantors: readonly { status: string; amount: Kobo }[],
): Guarantees {
  const accepted = guarantors.filter(({ status }) => status === 'accepted')
  return {
    required: terms.guarantorsRequired,
    accepted: accepted.length,
    cover: coverOf(principal, terms),
    covered: sumKobo(accepted.map(({ amount }) => amount)),
  }
}

/** What settles a loan on a day, part by part. Refuses: loan_not_active, loan_written_off. */
export async function getSettlementQuote(
  tx: Tx,
  _actor: TenantActor,
  { loanId, on }: Parsed<typeof quoteContract>,
  { now }: Context,
): Promise<Replied<typeof quoteContract>> {
  const day = on ?? dayIn(now)
  const held = await findRunningLoan(tx, loanId)
  if (held.status === 'written_off') refuse('loan_written_off')
  if (held.status !== 'active' && held.status !== 'completed') refuse('loan_not_active')
  if (held.startOn && day < held.startOn) refuse('movement_before_loan', { field: 'on', start: held.startOn })
  const [plan, events] = [planOfLoan(held), eventsOf(held.movements)]
  const amount = settlementOn(plan, events, day)
  const settled =
    amount === 0n
      ? held.before
      : runningLoan(plan, { ...events, repayments: [...events.repayments, { on: day, amount }] })
  if (settled instanceof Refusal) throw settled
  const change = changeBetween(held.before, settled)
  return {
    on: day,
    amount,
    outstanding: change.principal,
    interest: change.interest,
    fees: change.fees,
    penalties: change.penalties,
  }
}

type BorrowerRow = Omit<Borrower, 'memberId' | 'loans' | 'committed'> & { lost: Kobo }

type OtherRow = {
  loanConfigId: LoanConfigurationId
  principal: Kobo
  left: Kobo
  instalments: number
  repaidEvery: InstalmentUnit
  interestMethod: InterestMethod
  rate: number
  regular: Kobo | null
  endsOn: Day | null
}

/** The borrower as the rules look at them, as if the loans that this `settles` were repaid; `except` is the application that is being decided. Refuses: not_found. */
export async function findBorrower(
  tx: Tx,
  memberId: MemberId,
  today: Day,
  except: LoanId | null = null,
  settles: readonly LoanId[] = [],
): Promise<Borrower> {
  const balanceOf = (
    kind: 'savings' | 'shares',
  ) => sql`(select coalesce(sum(b.credits - b.debits), 0)::bigint from ledger.account a join ledger.balance b on b.account_id = a.account_id
    join app.account_type t on t.account_type_id = a.account_type_id where a.member_id = m.member_id and t.kind = ${kind})`
  const [row, others] = await Promise.all([
    tx.maybe<BorrowerRow>(sql`
      select m.first_name || ' ' || m.last_name as name, case when exists (select from app.leaving v where v.member_id = m.member_id and v.status in ('open', 'waiting')) then 'leaving' else m.status end as status, m.registration_date as "joinedOn", m.monthly_contribution as monthly, ${balanceOf('savings')} as savings, ${balanceOf('shares')} as shares,
        greatest((select coalesce(sum(b.credits - b.debits), 0) - coalesce(max(a.min_balance), 0) from ledger.account a join ledger.balance b on b.account_id = a.account_id
          join app.account_type t on t.account_type_id = a.account_type_id where a.member_id = m.member_id and t.is_default)
          - (select coalesce(sum(p.amount), 0) from app.transaction p join app.account_type t on t.account_type_id = p.account_type_id
            where p.member_id = m.member_id and t.is_default and p.status = 'pending' and p.direction = 'out')
          + (select coalesce(sum(p.held), 0) from app.pledge p join app.account_type t on t.account_type_id = p.account_type_id
            where p.member_id = m.member_id and t.is_default and p.kind = 'own_loan' and p.released_at is null and p.subject_id = any(${settles}::uuid[])), 0)::bigint as free,
        (select coalesce(sum(w.written_off - w.recovered), 0)::bigint from app.loan w where w.member_id = m.member_id and w.status = 'written_off') as lost,
        (select l.net_salary from app.loan l where l.member_id = m.member_id and l.net_salary is not null order by l.submitted_at desc limit 1) as "netSalary"
      from app.member m where m.member_id = ${memberId} and m.removed_at is null`),
    tx.many<OtherRow>(sql`
      select l.loan_configuration_id as "loanConfigId", l.principal, l.principal - l.paid_principal as left, l.instalments, l.terms ->> 'repaidEvery' as "repaidEvery", l.interest_method as "interestMethod", l.annual_rate_basis_points as rate,
        l.regular_instalment as regular, (select max(i.due_on) from app.loan_instalment i where i.loan_id = l.loan_id and ${owedOf} > 0) as "endsOn"
      from app.loan l where l.member_id = ${memberId} and l.status = any(${committedStatuses}::text[]) and l.loan_id is distinct from ${except}::uuid
        and l.loan_id <> all(${settles}::uuid[])`),
  ])
  if (!row) return refuse('not_found', { field: 'memberId' })
  // What was written off and never paid takes up what they may borrow.
  const { lost, ...borrower } = row
  const loans = others.map(
    ({ loanConfigId, principal, instalments, repaidEvery, interestMethod, rate, regular, endsOn }): OtherLoan => ({
      loanConfigId,
      endsOn,
      instalment:
        regular === null
          ? monthlyOf({ interestMethod, annualRateBasisPoints: rate, repaidEvery }, principal, instalments, today)
          : perMonth(regular, { repaidEvery, instalments }),
    }),
  )
  return { memberId, ...borrower, loans, committed: sumKobo([lost, ...others.map(({ left }) => left)]) }
}

export type OfferedLoan = AskedLoan & { isDefault: boolean; forGoods: boolean }

type OfferedRow = Omit<OfferedLoan, 'terms' | 'forGoods'> & {
  instalmentsMax: number
  savingsMultiplePercent: number
  rules: KeptRules<LoanRules>
} & { society: number[] }

/** Loan products as they ask today, for everybody the same; those that are offered where none is named. */
export async function findOffered(tx: Tx, id: LoanConfigurationId | undefined): Promise<OfferedLoan[]> {
  const rows = await tx.many<OfferedRow>(sql`
    select c.loan_configuration_id as id, c.name, c.is_default as "isDefault", c.interest_method as "interestMethod", c.annual_rate_basis_points as "annualRateBasisPoints",
      c.instalments_max as "instalmentsMax", c.savings_multiple_percent as "savingsMultiplePercent", c.retired_at is not null as "isRetired", c.rules,
      array[s.savings_multiple_percent, s.waiting_months, s.guarantors_required] as society
    from app.loan_configuration c cross join app.configuration s
    where ${id ? sql`c.loan_configuration_id = ${id}` : sql`c.retired_at is null`} order by c.is_default desc, c.name`)
  return rows.map(
    ({
      instalmentsMax,
      savingsMultiplePercent,
      rules,
      society: [together = 0, waitingMonths = 0, guarantorsRequired = 0],
      ...loan
    }) => {
      const society: SocietyRules = { savingsMultiplePercent: together, waitingMonths, guarantorsRequired }
      return {
        ...loan,
        forGoods: rules.forGoods ?? false,
        terms: termsNow({ instalmentsMax, savingsMultiplePercent, rules: rulesFromKept<LoanRules>(rules) }, society),
      }
    },
  )
}

export async function findOfferedLoan(tx: Tx, id: LoanConfigurationId): Promise<OfferedLoan> {
  const [found] = await findOffered(tx, id)
  return found ?? refuse('loan_configuration_not_offered', { field: 'loanConfigId' })
}

export type FoundGuarantor = Guarantor & { membershipno: string }

/** Members of this cooperative by id, for a member's session too, to which their rows are closed. */
export async function findGuarantors(tx: Tx, ids: readonly MemberId[]): Promise<FoundGuarantor[]> {
  return tx.many(
    sql`select member_id as "memberId", name, membershipno, status from app.fellow_members(${ids}::uuid[], null)`,
  )
}

export async function findGuarantor(
  tx: Tx,
  _actor: TenantActor,
  { named }: Parsed<typeof guarantorContract>,
): Promise<Replied<typeof guarantorContract>> {
  const text = phoneFrom(named) ?? named.toUpperCase()
  const all = await tx.many<FoundGuarantor>(sql`
    select member_id as "memberId", name, membershipno, status from app.fellow_members('{}'::uuid[], ${text})`)
  const [found, another] = all.filter(({ status }) => status === 'active')
  if (another) refuse('phone_of_several', { field: 'named' })
  return found ? { memberId: found.memberId, name: found.name, membershipno: found.membershipno } : null
}

/** A member borrows for themselves; an officer names the member. Refuses: member_missing, not_found. */
export function whoBorrows(actor: TenantActor, named: MemberId | undefined): MemberId {
  if (actor.role !== 'member') return named ?? refuse('member_missing', { field: 'memberId' })
  return named === undefined || named === actor.memberId ? actor.memberId : refuse('not_found', { field: 'memberId' })
}

/** How many accounts of loans these members had under each control account, by member and control account. */
export async function findAccountsBefore(tx: Tx, memberIds: readonly MemberId[]): Promise<Map<string, number>> {
  const rows = await tx.many<{ memberId: MemberId; controlId: AccountId; count: number }>(sql`
    select l.member_id as "memberId", c.control_id as "controlId", count(*)::int as count from app.loan l join app.loan_configuration c using (loan_configuration_id)
    where l.member_id = any(${memberIds}::uuid[]) and l.account_id is not null group by 1, 2`)
  return new Map(rows.map(({ memberId, controlId, count }) => [`${memberId} ${controlId}`, count]))
}
