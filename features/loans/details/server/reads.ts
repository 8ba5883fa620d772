import type * as z from 'zod/mini'
import { may, type TenantActor } from '#core/actor.ts'
import { addMonths, type Day, firstDayOf, periodOf } from '#core/calendar.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import { sentenceOf } from '#core/contract/refusals.ts'
import type { LoanId, LoginId, ScheduleId, WriteOffId } from '#core/ids.ts'
import { type Kobo, kobo, sumKobo } from '#core/money.ts'
import { Refusal, refusal, refuse } from '#core/refusal.ts'
import { whyNotPayOut } from '#features/access/approvals/rules/approvals.ts'
import {
  type Approvals,
  type ApprovalState,
  findApprovalStates,
  whyNotApprovedBy,
} from '#features/access/approvals/server/reads.ts'
import { findWaits } from '#features/access/change-requests/server/reads.ts'
import type { loanDelivery, loanGood } from '#features/loans/goods/loan-goods.ts'
import * as contract from '#features/loans/loans/contract.ts'
import { costWithSavings, previewAgreed, yearlyCostOf } from '#features/loans/loans/rules/agreed-preview.ts'
import { dueAfter } from '#features/loans/loans/rules/due-dates.ts'
import { feesToTake } from '#features/loans/loans/rules/fees-to-take.ts'
import { costOf } from '#features/loans/loans/rules/goods.ts'
import type { Guarantees } from '#features/loans/loans/rules/guarantee.ts'
import {
  coverOf,
  type LoanTerms,
  partOf,
  rulesFromKept,
  type StoredRules,
} from '#features/loans/loans/rules/loan-terms.ts'
import { chargesInWords } from '#features/loans/loans/rules/product-charges.ts'
import type { RecoverySource } from '#features/loans/loans/rules/recovery-source.ts'
import { termsOfScheduleInWords } from '#features/loans/loans/rules/schedule-terms.ts'
import { findMinutes } from '#features/loans/minutes/server/reads.ts'
import { findSettledBy, findSettles } from '#features/loans/top-ups/server/reads.ts'
import { lateOn, nextOn, owedOf } from '#features/savings/arrears/server/reads.ts'
import { action } from '#platform/action.ts'
import { asOwnLogin } from '#platform/db/same-person.ts'
import { sql, type Statement } from '#platform/db/sql.ts'
import type { Joined, Tx } from '#platform/db/tx.ts'

const loanApprovedByPayer = refusal(
  'loan_approved_by_payer',
  409,
  'You are the only officer who pays out loans, so another officer approves this one.',
)

type Row = Replied<typeof contract.listLoans>

export type LoanRow = Omit<Row, 'annualRatePercent' | 'next'> & {
  rate: number
  nextOn: Day | null
  nextAmount: Kobo | null
}

type Detail = Replied<typeof contract.getLoan>

/** A loan's row as it is on this day. */
export function columnsOn(day: Day): Statement {
  return sql`l.loan_id as id, l.status, l.member_id, m.first_name || ' ' || m.last_name as member_name, m.membershipno,
    l.loan_configuration_id as loan_config_id, c.name as loan_config, l.principal,
    coalesce((select o.original_principal from app.loan_taken_over o where o.loan_id = l.loan_id), l.principal) as lent, l.instalments, l.terms ->> 'repaidEvery' as repaid_every, l.interest_method,
    l.annual_rate_ppm as rate, l.purpose, l.recorded_by_name as recorded_by, l.submitted_at,
    l.disbursed, l.disbursed - l.paid_principal - l.written_off as outstanding,
    coalesce((select late.overdue from (${lateOn(day, sql`i.member_id = l.member_id`)}) late where late.loan_id = l.loan_id), 0)::bigint as overdue,
    coalesce((select late.in_arrears from (${lateOn(day, sql`i.member_id = l.member_id`)}) late where late.loan_id = l.loan_id), false) as in_arrears,
    l.rescheduled_on, n.due_on as next_on, n.owed as next_amount`
}

export function loanFrom<Found extends LoanRow>({ rate, nextOn: on, nextAmount, ...row }: Found) {
  return {
    ...row,
    annualRatePercent: rate / 10_000,
    next: on && nextAmount !== null ? { on, amount: nextAmount } : null,
  }
}

type DetailRow = LoanRow & {
  fromSalary: boolean
  collateral: string | null
  netSalary: Kobo | null
  terms: StoredRules<LoanTerms>
  ownPledge: Kobo
  approvalsNeeded: number
  approvals: { by: string; at: string }[]
  startOn: Day | null
  wantedOn: Day | null
  firstDueOn: Day | null
  takenOver: { asOf: Day; beganOn: Day; originalPrincipal: string; originalInstalments: number } | null
  regularInstalment: Kobo | null
  interestDeducted: Kobo
  feesDeducted: Kobo
  waivers: (Omit<Detail['waivers'][number], 'amount' | 'at' | 'reversal'> & {
    amount: string
    at: string
    reversal: { reason: string; by: string; at: string } | null
  })[]
  keptDays: number
  paidOnTime: number
  curedAfter: number
  writtenOff: Kobo
  recovered: Kobo
  paidPrincipal: Kobo
  paidInterest: Kobo
  paidFees: Kobo
  paidPenalties: Kobo
}

type MovementRow = Omit<Detail['movements'][number], 'reversal' | 'schedule' | 'recovery'> & {
  recoveryReason: string | null
  parts: { name: string; source: RecoverySource; amount: string }[]
} & Joined<{ reason: string; reversedBy: string; reversedAt: Date; reversalNumber: number }> &
  Joined<{ scheduleId: ScheduleId; period: Day; employer: string }>

type GuarantorRow = Omit<Detail['guarantors'][number], 'paper'> & {
  paper: (Omit<NonNullable<Detail['guarantors'][number]['paper']>, 'addedAt'> & { addedAt: string }) | null
}

/** One loan with all that was agreed, decided and paid. Refuses: not_found. */
export const getLoan = action(contract.getLoan, async ({ tx, actor, today }, { loanId }) => {
  const isOfficer = actor.role !== 'member'
  const [row, guarantors, decisions, minutes, schedule, movements, writeOff, reschedulings, settles, settledBy, goods] =
    await Promise.all([
      findDetail(tx, actor, loanId, today),
      findGuarantorsOf(tx, actor, loanId),
      tx.many<Detail['decisions'][number]>(sql`
      select decision, decided_by_name as by, decided_at as at, reason from app.loan_decision where loan_id = ${loanId} order by decided_at`),
      findMinutes(tx, loanId),
      tx.many<Detail['schedule'][number]>(sql`
      select i.number, i.due_on, i.principal, i.interest, i.fees, i.penalties, i.principal + i.interest + i.fees + i.penalties as total, ${owedOf} as owed, i.owed_penalties
      from app.loan_instalment i where i.loan_id = ${loanId} order by i.number`),
      findMovements(tx, loanId),
      isOfficer ? findWriteOff(tx, actor, loanId) : null,
      findReschedulings(tx, loanId),
      findSettles(tx, loanId),
      findSettledBy(tx, loanId),
      findGoodsOf(tx, loanId),
    ])
  if (!row) return refuse('not_found')
  const another = isOfficer ? await whyAnotherOfficer(tx, actor, row) : undefined
  const waits = isOfficer ? await findWaits(tx, actor) : { changesWait: false, reversalsWaitFrom: null }
  const { terms, ...detail } = row
  const agreed = rulesFromKept<LoanTerms>(terms)
  const {
    paidPrincipal,
    paidInterest,
    paidFees,
    paidPenalties,
    approvalsNeeded,
    approvals,
    waivers,
    takenOver,
    firstDueOn,
    keptDays,
    paidOnTime,
    curedAfter,
    wantedOn,
    ...plain
  } = detail
  return {
    ...loanFrom(plain),
    startOn: plain.startOn ?? wantedOn,
    ...waits,
    ...goods,
    guarantees: guaranteesOf(plain.principal, agreed, guarantors),
    approvals: { asked: approvalsNeeded, given: approvals.map(({ by, at }) => ({ by, at: new Date(at) })) },
    forAnotherOfficer: another ? sentenceOf(another) : null,
    charges: chargesInWords(agreed),
    firstDueFromToday: firstDueFrom(today, plain, agreed),
    scheduleInWords: termsOfScheduleInWords(agreed.schedule, { unit: plain.repaidEvery }),
    yearlyCost: takenOver ? null : yearlyCost({ ...plain, firstDueOn }, agreed, movements, today),
    feesToDeduct:
      plain.disbursed > 0n
        ? kobo(0)
        : feesToTake({ ...plain, annualRatePpm: plain.rate, schedule: agreed.schedule, charges: agreed }, today),
    waivers: waivers.map(({ amount, at, reversal, ...waiver }) => ({
      ...waiver,
      amount: kobo(BigInt(amount)),
      at: new Date(at),
      reversal: reversal && { ...reversal, at: new Date(reversal.at) },
    })),
    takenOver: takenOver && { ...takenOver, originalPrincipal: kobo(BigInt(takenOver.originalPrincipal)) },
    keptDelay:
      isOfficer && keptDays > 0
        ? { days: keptDays, instalments: curedAfter, paidOnTime: plain.inArrears ? 0 : paidOnTime }
        : null,
    writeOff,
    reschedulings,
    settles,
    settledBy,
    paid: { principal: paidPrincipal, interest: paidInterest, fees: paidFees, penalties: paidPenalties },
    guarantors,
    decisions,
    minutes,
    schedule,
    movements: movements.map((movement) => movementFrom(movement, plain.memberName)),
  }
})

function firstDueFrom(
  today: Day,
  { repaidEvery, instalments }: Pick<LoanRow, 'repaidEvery' | 'instalments'>,
  { schedule }: LoanTerms,
): Detail['firstDueFromToday'] {
  const every = schedule.repayment === 'bullet' ? instalments : 1
  return {
    paidOut: dueAfter(today, repaidEvery, { ...schedule, every }),
    rescheduled: dueAfter(today, repaidEvery, schedule),
  }
}

function yearlyCost(
  loan: Pick<
    DetailRow,
    'principal' | 'instalments' | 'repaidEvery' | 'interestMethod' | 'rate' | 'startOn' | 'firstDueOn'
  >,
  terms: LoanTerms,
  movements: readonly Pick<MovementRow, 'kind' | 'status' | 'amount' | 'occurredOn'>[],
  today: Day,
): Detail['yearlyCost'] {
  const paidOut = movements
    .filter(({ kind, status }) => kind === 'disbursement' && status === 'posted')
    .map(({ occurredOn: on, amount }) => ({ on, amount }))
  const agreed = { ...loan, annualRatePpm: loan.rate, schedule: terms.schedule, charges: terms }
  const { preview, paidOut: lent } = previewAgreed(agreed, paidOut, loan.startOn ?? today)
  if (preview instanceof Refusal) return null
  const { apr, effectiveAnnualRate } = yearlyCostOf(preview)
  const savings = partOf(loan.principal, terms.ownCoverPercent)
  return { apr, effectiveAnnualRate, withSavings: costWithSavings(preview, lent, savings) }
}

function findDetail(tx: Tx, actor: TenantActor, loanId: LoanId, today: Day): Promise<DetailRow | undefined> {
  return tx.maybe<DetailRow>(sql`
      select ${columnsOn(today)}, ${fromSalary(actor, today)} as from_salary, l.collateral, l.net_salary, l.terms, l.approvals_needed, l.start_on, l.wanted_on, l.first_due_on,
        (select jsonb_build_object('asOf', o.as_of, 'beganOn', o.began_on, 'originalPrincipal', o.original_principal::text, 'originalInstalments', o.original_instalments)
          from app.loan_taken_over o where o.loan_id = l.loan_id) as taken_over,
        coalesce((select p.held from app.pledge p where p.pledge_id = l.own_pledge_id and p.released_at is null), 0)::bigint as own_pledge,
        ${approvalsGiven} as approvals, l.regular_instalment, l.interest_deducted, l.fees_deducted, ${waiversGiven} as waivers, l.written_off, l.recovered,
        l.kept_days_late as kept_days, l.paid_on_time, (select s.arrears_cured_after from app.configuration s) as cured_after,
        l.paid_principal, l.paid_interest, l.paid_fees, l.paid_penalties
      from app.loan l
      join app.member m using (member_id) join app.loan_configuration c using (loan_configuration_id) ${nextOn(today)} where l.loan_id = ${loanId}`)
}

function findMovements(tx: Tx, loanId: LoanId): Promise<MovementRow[]> {
  return tx.many<MovementRow>(sql`
      select m.movement_id as id, m.kind, m.status, m.amount, m.occurred_on, m.way, m.through_name as paid_through, m.principal, m.interest, m.fees,
        m.penalties, m.deducted, m.fees_deducted, m.entry_no::int as entry_number, m.receipt_number, m.recorded_by_name as recorded_by, m.created_at,
        m.reversal_reason as reason, m.reversed_by_name as reversed_by, m.reversed_at, m.reversal_entry_no::int as reversal_number,
        s.schedule_id, s.period, e.name as employer, m.recovery_reason,
        case when m.recovery_reason is null then '[]' else (select coalesce(jsonb_agg(jsonb_build_object('source', p.kind, 'amount', p.amount::text,
            'name', coalesce((select g.member_name from app.loan_guarantor g where g.loan_id = p.loan_id and g.member_id = p.member_id), '')) order by p.line), '[]')
          from app.recovery_part p where p.movement_id = m.movement_id) end as parts
      from app.loan_movement m
      -- Closed to a member, who reads that it came from their salary.
      left join app.deduction_return r using (return_id) left join app.deduction_schedule s using (schedule_id) left join app.employer e on e.employer_id = s.employer_id
      where m.loan_id = ${loanId} order by m.occurred_on, m.movement_id`)
}

function movementFrom(
  {
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
  }: MovementRow,
  memberName: string,
): Detail['movements'][number] {
  return {
    ...movement,
    recovery:
      recoveryReason === null
        ? null
        : {
            reason: recoveryReason,
            parts: parts.map(({ name, source, amount }) => ({
              name: name || memberName,
              source,
              amount: kobo(BigInt(amount)),
            })),
          },
    schedule: scheduleId === null ? null : { id: scheduleId, period: periodOf(period), employer },
    reversal: reason === null ? null : { reason, by: reversedBy, at: reversedAt, entryNumber: reversalNumber },
  }
}

/** Who guarantees the loan or was asked to, how each answered, and for officers the signed form that waits. */
async function findGuarantorsOf(
  tx: Tx,
  { loginId, memberId }: TenantActor,
  loanId: LoanId,
): Promise<Detail['guarantors']> {
  const rows = await tx.many<GuarantorRow>(sql`
    select g.member_id, g.member_name as name, g.membershipno, g.status, g.amount, g.answered_at, g.answered_way, coalesce(g.confirmed_by_name, g.seen_by_names) as confirmed_by,
      (select max(k.made_at) from app.consent_link k where k.loan_id = g.loan_id and k.member_id = g.member_id and k.made_at >= g.asked_at) as link_sent_at,
      (select jsonb_build_object('documentId', p.document_id, 'fileName', o.file_name, 'addedBy', p.added_by_name, 'addedAt', p.added_at,
          'confirmable', not app.is_same_person(p.added_by, ${loginId}) and coalesce(${memberId ?? null}::uuid not in (l.member_id, g.member_id), true))
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

/** Why another officer has to take the next step of this loan; undefined where this one may. */
async function whyAnotherOfficer(
  tx: Tx,
  actor: TenantActor,
  { id, status, disbursed, principal }: Pick<LoanRow, 'id' | 'status' | 'disbursed' | 'principal'>,
): Promise<Refusal | undefined> {
  if (status === 'submitted')
    return (await whyNotApprovedBy(tx, actor, 'loan', id)) ?? (await whyNotAgreedByPayer(tx, actor, id))
  return (status === 'approved' || status === 'active') && disbursed < principal
    ? whyNotPaidOutBy(tx, actor, id)
    : undefined
}

type ReschedulingRow = Omit<Detail['reschedulings'][number], 'reversal' | 'annualRatePercent'> & {
  rate: number
} & Joined<{ reversalReason: string; reversedBy: string; reversedAt: Date }>

async function findReschedulings(tx: Tx, loanId: LoanId): Promise<Detail['reschedulings']> {
  const rows = await tx.many<ReschedulingRow>(sql`
    select rescheduling_id as id, status, occurred_on as on, instalments, first_due_on, annual_rate_ppm as rate, outstanding, interest_owed, reason,
      recorded_by_name as by, created_at as at, reversal_reason, reversed_by_name as reversed_by, reversed_at
    from app.rescheduling where loan_id = ${loanId} order by created_at`)
  return rows.map(({ rate, reversalReason, reversedBy, reversedAt, ...row }) => ({
    ...row,
    annualRatePercent: rate / 10_000,
    reversal: reversalReason === null ? null : { reason: reversalReason, by: reversedBy, at: reversedAt },
  }))
}

const waiversGiven = sql`(select coalesce(jsonb_agg(jsonb_build_object('id', w.waiver_id, 'status', w.status, 'on', w.occurred_on, 'amount', w.amount::text, 'reason', w.reason,
    'by', w.recorded_by_name, 'at', w.created_at, 'reversal', case when w.status = 'reversed' then jsonb_build_object('reason', w.reversal_reason, 'by', w.reversed_by_name, 'at', w.reversed_at) end)
    order by w.created_at), '[]') from app.penalty_waiver w where w.loan_id = l.loan_id)`

const approvalsGiven = sql`(case when app.is_member() then '[]' else
  (select coalesce(jsonb_agg(jsonb_build_object('by', a.approved_by_name, 'at', a.approved_at) order by a.approved_at), '[]') from app.approval a where a.subject_id = l.loan_id) end)`
type Goods = { goods: z.output<typeof loanGood>[]; deliveries: z.output<typeof loanDelivery>[] }
type DeliveryRow = Omit<Goods['deliveries'][number], 'undone'> &
  Joined<{ reason: string; undoneBy: string; undoneAt: Date }>

/** What a loan is for, where it is for goods, and when they were handed over, the oldest first. */
export async function findGoodsOf(tx: Tx, loanId: LoanId): Promise<Goods> {
  const [goods, deliveries] = await Promise.all([
    tx.many<Omit<Goods['goods'][number], 'amount'>>(
      sql`select good_id, name, unit, price, quantity from app.loan_good where loan_id = ${loanId} order by line`,
    ),
    tx.many<DeliveryRow>(sql`
      select delivery_id as id, delivered_on as on, received_by, recorded_by_name as by, created_at as at, undone_reason as reason, undone_by_name as undone_by, undone_at
      from app.loan_delivery where loan_id = ${loanId} order by created_at`),
  ])
  return {
    goods: goods.map((line) => ({ ...line, amount: costOf(line) })),
    deliveries: deliveries.map(({ reason, undoneBy, undoneAt, ...delivery }) => ({
      ...delivery,
      undone: reason === null ? null : { reason, by: undoneBy, at: undoneAt },
    })),
  }
}

export type WriteOffOnLoan = {
  id: WriteOffId
  status: 'pending' | 'approved'
  amount: Kobo
  on: Day | null
  reason: string
  releasesPledges: boolean
  askedBy: string
  askedAt: Date
  fromProvision: Kobo | null
  approvals: ApprovalState
}

/** The write-off of a loan that waits or is in force. */
export async function findWriteOff(tx: Tx, actor: TenantActor, loanId: LoanId): Promise<WriteOffOnLoan | null> {
  const [row, states] = await Promise.all([
    tx.maybe<Omit<WriteOffOnLoan, 'approvals'>>(sql`
      select w.write_off_id as id, w.status, w.amount, coalesce(m.occurred_on, w.occurred_on) as on, w.reason, w.releases_pledges, w.asked_by_name as asked_by, w.asked_at,
        w.from_provision
      from app.write_off w left join app.loan_movement m using (movement_id) where w.loan_id = ${loanId} and w.status in ('pending', 'approved')`),
    findApprovalStates(
      tx,
      actor,
      writeOffApprovals.subjects(sql`w.loan_id = ${loanId} and w.status in ('pending', 'approved')`),
    ),
  ])
  const approvals = row && states.get(row.id)
  return row && approvals ? { ...row, approvals } : null
}

/** Write-offs that wait. */
export const writeOffApprovals: Approvals = {
  kinds: ['write_off'],
  id: sql`w.write_off_id`,
  waits: sql`w.status = 'pending'`,
  subjects: (where) => sql`
    select w.write_off_id as subject_id, 'write_off' as kind, w.approvals_needed as needed, w.asked_by as maker_id, true as made_by_officer, w.status = 'pending' as open, array[w.member_id] as member_ids
    from app.write_off w where ${where}`,
  rows: (today) => sql`
    select w.write_off_id, 'write_off', jsonb_build_object('writeOffId', w.write_off_id, 'loanId', w.loan_id), w.member_id, c.name, w.amount, coalesce(w.occurred_on, ${today}::date), w.reason, w.asked_by_name, w.asked_at, null::int, null::int, true
    from app.write_off w join app.loan using (loan_id) join app.loan_configuration c using (loan_configuration_id) where w.status = 'pending'`,
}

/** How many of the guarantors and how much of the cover have been accepted. */
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

/** The officers whose word a loan has: who recorded it, where no member applied, and who approved it, the logins of this person as theirs. */
const agreedBy = ({ loginId }: TenantActor): Statement => {
  const own = (column: Statement) => asOwnLogin(column, loginId)
  return sql`array(
      select ${own(sql`l.recorded_by`)} where l.made_by_officer
      union select ${own(sql`a.approved_by`)} from app.approval a where a.subject_id = l.loan_id
      union select ${own(sql`d.decided_by`)} from app.loan_decision d where d.loan_id = l.loan_id and d.decision = 'approved')`
}

/** Whether another person than this one can, with whichever login; the borrower never counts. */
const anotherCan = (kind: 'loan' | 'disbursement', { loginId }: TenantActor): Statement =>
  sql`app.has_free_decider(${kind}, ${loginId}, array[l.member_id])`

/** Why this officer can't pay the loan out because no other officer agreed to it, or undefined when they can. */
export async function whyNotPaidOutBy(tx: Tx, actor: TenantActor, loanId: LoanId): Promise<Refusal | undefined> {
  return whyNotPayOut(
    actor.loginId,
    await tx.one<{ agreedBy: LoginId[]; hasOther: boolean }>(
      sql`select ${agreedBy(actor)} as agreed_by, ${anotherCan('disbursement', actor)} as has_other from app.loan l where l.loan_id = ${loanId}`,
    ),
  )
}

/**
 * Why this officer can't approve the loan: as the only one who can pay it out they would lend alone, though another can approve.
 * Undefined when they can.
 */
export async function whyNotAgreedByPayer(tx: Tx, actor: TenantActor, loanId: LoanId): Promise<Refusal | undefined> {
  if (!may(actor, 'loan.disburse')) return undefined
  const { isAlone } = await tx.one<{ isAlone: boolean }>(sql`
    select ${anotherCan('loan', actor)} and not ${anotherCan('disbursement', actor)} and ${agreedBy(actor)} <@ array[${actor.loginId}::uuid] as is_alone
    from app.loan l where l.loan_id = ${loanId}`)
  return isAlone ? loanApprovedByPayer() : undefined
}
