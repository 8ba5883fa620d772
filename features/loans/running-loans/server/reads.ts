import { setImmediate as othersFirst } from 'node:timers/promises'
import type { Day } from '#core/calendar.ts'
import type { AccountId, AccountTypeId, EntryId, LoanConfigurationId, LoanId, MemberId, PledgeId } from '#core/ids.ts'
import { kobo, type Kobo, zeroKobo } from '#core/money.ts'
import { Refusal, refusal, refuse } from '#core/refusal.ts'
import { receivableCode } from '#features/accounting/books/rules/chart.ts'
import { whyNotDate } from '#features/accounting/books/rules/open-days.ts'
import type { ArrearsTolerance } from '#features/loans/loans/rules/arrears.ts'
import type { GuaranteeStatus } from '#features/loans/loans/rules/guarantee.ts'
import { countedLateOn, type CuringRules } from '#features/loans/loans/rules/kept-delay.ts'
import { movementBeforeLoan, type Waiver } from '#features/loans/loans/rules/loan-plan.ts'
import { type LoanTerms, rulesFromKept, type StoredRules } from '#features/loans/loans/rules/loan-terms.ts'
import type { InterestMethod, LoanStatus } from '#features/loans/loans/rules/loan.ts'
import { chargesFromKept, type LoanCharges, type StoredCharges } from '#features/loans/loans/rules/product-charges.ts'
import type { RecoverySource } from '#features/loans/loans/rules/recovery-source.ts'
import {
  type Agreed,
  eventsOf,
  type LoanAccounts,
  nothingLent,
  planOfLoan,
  runningLoan,
  type RunningLoan,
  type StoredMovement,
  type StoredRestart,
} from '#features/loans/loans/rules/running-loan.ts'
import { scheduleFromKept, type StoredSchedule } from '#features/loans/loans/rules/schedule-terms.ts'
import type { TakenOver } from '#features/loans/loans/rules/taken-over.ts'
import { lateOn } from '#features/savings/arrears/server/reads.ts'
import { sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

export const loanNotActive = refusal(
  'loan_not_active',
  409,
  'This loan is not running: it is not paid out yet, or nothing is owed on it any more.',
)
export const loanNothingOwed = refusal('loan_nothing_owed', 409, 'Nothing is owed on this loan any more.')
export const loanWrittenOff = refusal(
  'loan_written_off',
  409,
  'This loan was written off. Record what comes in on it, or reverse the write-off first.',
)

export type LockedGuarantor = { memberId: MemberId; name: string; status: GuaranteeStatus; amount: Kobo }

export type LockedLoan = {
  loanId: LoanId
  status: LoanStatus
  memberId: MemberId
  memberName: string
  loanConfigId: LoanConfigurationId
  loanConfig: string
  principal: Kobo
  instalments: number
  netSalary: Kobo | null
  terms: LoanTerms
  interestMethod: InterestMethod
  annualRatePpm: number
  approvalsNeeded: number
  /** All who were asked, but whom another replaced. */
  guarantors: LockedGuarantor[]
  disbursed: Kobo
  decidedBy: string | null
}

type ApplicationRow = Omit<LockedLoan, 'guarantors' | 'terms'> & { terms: StoredRules<LoanTerms> }

/** The loan and its guarantees, locked: of two who decide or answer, the second sees what the first did. */
export async function lockLoan(tx: Tx, loanId: LoanId): Promise<LockedLoan> {
  await tx.run(sql`select from app.loan where loan_id = ${loanId} for update`)
  await lockGuarantees(tx, loanId)
  return findApplication(tx, loanId)
}

/** The loan as it was applied for and those who were asked to guarantee it. Refuses: not_found. */
export async function findApplication(tx: Tx, loanId: LoanId): Promise<LockedLoan> {
  const [row, guarantors] = await Promise.all([
    tx.maybe<ApplicationRow>(sql`
      select l.loan_id, l.status, l.member_id, m.first_name || ' ' || m.last_name as member_name, l.loan_configuration_id as loan_config_id, c.name as loan_config,
        l.principal, l.instalments, l.net_salary, l.terms, l.interest_method, l.annual_rate_ppm,
        l.approvals_needed, l.disbursed,
        (select d.decided_by_name from app.loan_decision d where d.loan_id = l.loan_id order by d.decided_at desc limit 1) as decided_by
      from app.loan l join app.member m using (member_id) join app.loan_configuration c using (loan_configuration_id) where l.loan_id = ${loanId}`),
    tx.many<LockedGuarantor>(sql`
      select member_id, member_name as name, status, amount from app.loan_guarantor where loan_id = ${loanId} and status <> 'replaced' order by membershipno`),
  ])
  return row ? { ...row, terms: rulesFromKept<LoanTerms>(row.terms), guarantors } : refuse('not_found')
}

/** Locked before anything else of a loan that its guarantors, its borrower and officers may change at once. */
export async function lockGuarantees(tx: Tx, loanId: LoanId): Promise<void> {
  await tx.run(sql`select app.lock_guarantees(${loanId})`)
}

/** Locks the borrower, so that two applications never count the same savings. Refuses: not_found, before anything else is looked at. */
export async function lockBorrower(tx: Tx, memberId: MemberId): Promise<void> {
  const locked = await tx.maybe(
    sql`select true as locked from app.member where member_id = ${memberId} and removed_at is null for no key update`,
  )
  if (!locked) refuse('not_found', { field: 'memberId' })
}

type RunningSelected = Omit<RunningRow, 'takenOver' | 'charges' | 'schedule'> & {
  membershipno: string
  schedule: StoredSchedule | null
  takenOver: StoredTakenOver | null
  charges: StoredCharges
}

type RunningRow = Omit<Agreed, 'startOn' | 'firstDueOn'> & {
  loanId: LoanId
  status: LoanStatus
  memberId: MemberId
  memberName: string
  membershipNumber: number
  loanConfigId: LoanConfigurationId
  loanConfig: string
  principal: Kobo
  writtenOff: Kobo
  recovered: Kobo
  startOn: Day | null
  firstDueOn: Day | null
  /** The new terms that it was given and that were not taken back, by day. */
  restarts: readonly StoredRestart[]
  accountId: AccountId | null
  controlId: AccountId
  controlCode: string
  /** How many loans of this member and product have their account already. */
  accountsBefore: number
  booksBeginOn: Day
  closedThrough: Day | null
  /** How it was when it came from the society's old books. */
  takenOver: TakenOver | null
  charges: LoanCharges
  waivers: readonly Waiver[]
  penaltiesUntil: Day | null
  /** What of its interest the latest accrual booked as earned and no payment has taken out since. */
  receivable: Kobo
}

/** A loan as it is, locked against others who change it, with all that happened to it. */
export type LockedRunningLoan = RunningRow & { movements: StoredMovement[]; before: RunningLoan }

/** A loan with its movements, for reading only: it is not locked. Refuses: not_found. */
export async function findRunningLoan(tx: Tx, loanId: LoanId): Promise<LockedRunningLoan> {
  const [row, movements] = await Promise.all([
    tx.maybe<RunningSelected>(runningWhere(sql`l.loan_id = ${loanId}`)),
    findMovements(tx, sql`loan_id = ${loanId}`),
  ])
  const loan = runningFrom(row ?? refuse('not_found'))
  return { ...loan, movements, before: loanAfter(loan, movements) }
}

/**
 * A page of the loans that was at the end of a day, by id: those that run, and those that were repaid or written off
 * later; with all that happened to them since, too.
 */
export async function findLoansOn(
  tx: Tx,
  on: Day,
  after: LoanId | undefined,
  limit: number,
  which = sql`true`,
): Promise<(RunningRow & { membershipno: string; movements: StoredMovement[] })[]> {
  const found = await tx.many<RunningSelected>(
    sql`${runningWhere(sql`l.start_on <= ${on} and ${which} and (${after ?? null}::uuid is null or l.loan_id > ${after ?? null}::uuid)
    and (l.status = 'active' or l.status in ('completed', 'written_off') and exists (
      select from app.loan_movement o where o.loan_id = l.loan_id and o.status = 'posted' and o.kind <> 'recovered' and o.occurred_on > ${on}))`)} order by l.loan_id limit ${limit}`,
  )
  const movements = Map.groupBy(
    await findMovements(tx, sql`loan_id = any(${found.map(({ loanId }) => loanId)}::uuid[])`),
    ({ loanId }) => loanId,
  )
  return found.map((row) => ({
    ...runningFrom(row),
    membershipno: row.membershipno,
    movements: movements.get(row.loanId) ?? [],
  }))
}

/** The active loans of these members, locked against others who change them, the oldest first. */
export async function lockActiveLoans(tx: Tx, memberIds: readonly MemberId[]): Promise<LockedRunningLoan[]> {
  return lockRunningLoans(tx, sql`l.member_id = any(${memberIds}::uuid[]) and l.status = 'active'`)
}

/** Those of these loans that are active, locked against others who change them. */
export async function lockActive(tx: Tx, loanIds: readonly LoanId[]): Promise<LockedRunningLoan[]> {
  return lockRunningLoans(tx, sql`l.loan_id = any(${loanIds}::uuid[]) and l.status = 'active'`)
}

/** The loans that were repaid by this entry, locked against others who change them. */
export async function lockLoansOfEntry(tx: Tx, entryId: EntryId): Promise<LockedRunningLoan[]> {
  return lockRunningLoans(
    tx,
    sql`l.loan_id in (select m.loan_id from app.loan_movement m where m.entry_id = ${entryId} and m.status = 'posted')`,
  )
}

/** How many loans are computed before other requests have their turn. */
const turn = 100

async function lockRunningLoans(tx: Tx, where: Statement): Promise<LockedRunningLoan[]> {
  // In one order for everybody, so that two never wait crosswise.
  const locked = await tx.many<{ id: LoanId }>(
    sql`select l.loan_id as id from app.loan l where ${where} order by l.loan_id for update`,
  )
  return findRunningLoans(
    tx,
    locked.map(({ id }) => id),
  )
}

/** These loans with their movements, the oldest first; a caller that moves them locks them first. */
export async function findRunningLoans(tx: Tx, ids: readonly LoanId[]): Promise<LockedRunningLoan[]> {
  if (ids.length === 0) return []
  const [rows, movements] = await Promise.all([
    tx.many<RunningSelected>(sql`${runningWhere(sql`l.loan_id = any(${ids}::uuid[])`)} order by l.start_on, l.loan_id`),
    findMovements(tx, sql`loan_id = any(${ids}::uuid[])`),
  ])
  const byLoan = Map.groupBy(movements, ({ loanId }) => loanId)
  const loans: LockedRunningLoan[] = []
  for (const [index, row] of rows.map(runningFrom).entries()) {
    if (index % turn === turn - 1) await othersFirst()
    const own = byLoan.get(row.loanId) ?? []
    loans.push({ ...row, movements: own, before: loanAfter(row, own) })
  }
  return loans
}

/** Amounts travel as text, so that no kobo is lost in a number of JSON. */
type StoredTakenOver = Omit<TakenOver, 'originalPrincipal' | 'overduePrincipal' | 'interestOwed' | 'agreedInstalment'> &
  Record<'originalPrincipal' | 'overduePrincipal' | 'interestOwed', string> & { agreedInstalment: string | null }

const takenOverColumn = sql`
  (select jsonb_build_object('originalPrincipal', o.original_principal::text, 'instalmentsLeft', o.instalments_left, 'overdueSince', o.overdue_since,
    'overduePrincipal', o.overdue_principal::text, 'interestOwed', o.interest_owed::text, 'agreedInstalment', o.agreed_instalment::text) from app.loan_taken_over o where o.loan_id = l.loan_id) as taken_over`

function runningFrom({ takenOver, charges, schedule, ...row }: RunningSelected): RunningRow {
  const amount = (text: string) => kobo(BigInt(text))
  return {
    ...row,
    charges: chargesFromKept(charges),
    schedule: scheduleFromKept(schedule),
    takenOver: takenOver && {
      ...takenOver,
      originalPrincipal: amount(takenOver.originalPrincipal),
      overduePrincipal: amount(takenOver.overduePrincipal),
      interestOwed: amount(takenOver.interestOwed),
      agreedInstalment: takenOver.agreedInstalment === null ? null : amount(takenOver.agreedInstalment),
    },
  }
}

function runningWhere(where: Statement): Statement {
  return sql`
      select l.loan_id, l.status, l.member_id, m.first_name || ' ' || m.last_name as member_name, m.membership_number,
        m.membershipno, c.name as loan_config, l.principal, l.written_off, l.recovered, l.instalments, l.terms ->> 'repaidEvery' as repaid_every, l.terms -> 'schedule' as schedule, l.interest_method, l.annual_rate_ppm,
        l.start_on, l.first_due_on,
        l.loan_configuration_id as loan_config_id,
        coalesce((select jsonb_agg(jsonb_build_object('on', r.occurred_on, 'instalments', r.instalments, 'firstDueOn', r.first_due_on, 'annualRatePpm', r.annual_rate_ppm)
          order by r.occurred_on) from app.rescheduling r where r.loan_id = l.loan_id and r.status = 'posted'), '[]') as restarts, l.account_id, c.control_id,
        -- Closed to a member, who only reads.
        coalesce((select k.code from ledger.account k where k.account_id = c.control_id), '') as control_code,
        (select count(*)::int from app.loan o join app.loan_configuration oc using (loan_configuration_id) where o.member_id = l.member_id and oc.control_id = c.control_id and o.account_id is not null) as accounts_before,
        h.books_begin_on, h.closed_through, ${takenOverColumn},
        jsonb_build_object('fees', coalesce(l.terms -> 'fees', '[]'), 'penalty', l.terms -> 'penalty') as charges, l.penalties_known_until as penalties_until,
        (select coalesce(jsonb_agg(jsonb_build_object('on', w.occurred_on, 'dueOn', to_jsonb(w.due_on))), '[]') from app.penalty_waiver w where w.loan_id = l.loan_id and w.status = 'posted') as waivers,
        -- What the last accrual found, or before the first one what the old books had, less what was collected since.
        coalesce((select greatest(n.receivable - coalesce((select sum(o.receivable) from app.loan_movement o
            where o.loan_id = l.loan_id and o.receivable > 0 and o.status = 'posted' and o.entry_no > coalesce(a.seen_to_no, 0)), 0), 0)
          from (select n.receivable from app.loan_accrual_line n where n.accrual_id = a.accrual_id and n.loan_id = l.loan_id
            union all select o.receivable from app.loan_taken_over o where a.accrual_id is null and o.loan_id = l.loan_id) n), 0)::bigint as receivable
      from app.loan l
      join app.member m using (member_id)
      join app.loan_configuration c using (loan_configuration_id)
      cross join ledger.head h
      left join (select v.accrual_id, v.seen_to_no from app.loan_accrual v join app.transaction t using (transaction_id)
        where t.status = 'approved' order by v.accrued_on desc limit 1) a on true
      where ${where}`
}

async function findMovements(tx: Tx, where: Statement): Promise<(StoredMovement & { loanId: LoanId })[]> {
  return tx.many(
    sql`select loan_id, ${movementColumns} from app.loan_movement where ${where} order by occurred_on, movement_id`,
  )
}

const movementColumns = sql`movement_id as id, kind, status, amount, occurred_on, due_by, is_held, way, principal, interest, fees, penalties, deducted, fees_deducted,
  entry_id, reversed_by_name as reversed_by`

/** The loan with these movements, which the ledger already carries. */
function loanAfter(loan: RunningRow, movements: readonly StoredMovement[]): RunningLoan {
  if (!loan.startOn) return nothingLent
  const running = runningLoan(planOfLoan(loan), eventsOf(movements))
  if (running instanceof Refusal)
    throw new Error(`The movements of loan ${loan.loanId} contradict its terms`, { cause: running })
  return running
}

export type SocietyAccounts = { unallocated: AccountId } & Omit<LoanAccounts, 'loan'>

const codes = {
  unallocated: '2410',
  earned: receivableCode,
  interest: '4110',
  margin: '4310',
  fees: '4220',
  penalties: '4230',
} as const

/** The accounts in which a loan moves, of any loan that has its own. */
export async function findAccountsOf(tx: Tx): Promise<(loan: LockedRunningLoan) => LoanAccounts> {
  const [usual, murabaha] = await Promise.all([
    findSocietyAccounts(tx, { interestMethod: 'flat' }),
    findSocietyAccounts(tx, { interestMethod: 'murabaha' }),
  ])
  return (loan) => {
    const { earned, ...society } = loan.interestMethod === 'murabaha' ? murabaha : usual
    return { ...society, earned: { account: earned?.account, left: loan.receivable }, loan: accountOf(loan) }
  }
}

/** The account of a loan that runs. */
export function accountOf({ loanId, accountId }: LockedRunningLoan): AccountId {
  if (!accountId) throw new Error(`The running loan ${loanId} has no account`)
  return accountId
}

/** The society's own side of a loan's movements. */
export async function findSocietyAccounts(
  tx: Tx,
  { interestMethod, receivable = zeroKobo }: Pick<Agreed, 'interestMethod'> & { receivable?: Kobo },
): Promise<SocietyAccounts> {
  const rows = await tx.many<{ code: string; id: AccountId }>(
    sql`select code, account_id as id from ledger.account where code = any(${Object.values(codes)}::text[])`,
  )
  const found = (name: keyof typeof codes) => rows.find(({ code }) => code === codes[name])?.id
  const by = (name: keyof typeof codes) => found(name) ?? refuse('chart_account_missing', { code: codes[name] })
  return {
    earned: { account: receivable > 0n ? by('earned') : found('earned'), left: receivable },
    unallocated: by('unallocated'),
    interest: by(interestMethod === 'murabaha' ? 'margin' : 'interest'),
    fees: by('fees'),
    penalties: by('penalties'),
  }
}

/** What interest on loans is income of, and the margin of a murabaha. Refuses: chart_account_missing. */
export async function findIncomeOfInterest(tx: Tx): Promise<{ interest: AccountId; margin: AccountId }> {
  const [usual, murabaha] = [
    await findSocietyAccounts(tx, { interestMethod: 'flat' }),
    await findSocietyAccounts(tx, { interestMethod: 'murabaha' }),
  ]
  return { interest: usual.interest, margin: murabaha.interest }
}

/** The member's default savings account, which may not be open yet, and what is free on it. */
export type SavingsSide = {
  accountTypeId: AccountTypeId
  typeName: string
  typeKind: 'savings' | 'shares'
  controlId: AccountId
  controlCode: string
  accountId: AccountId | null
  free: Kobo
}

/** The member is locked against other movements, so that no two count the same available money. Refuses: account_type_not_found. */
export async function lockSavings(tx: Tx, memberId: MemberId): Promise<SavingsSide> {
  await tx.run(sql`select from app.member where member_id = ${memberId} for no key update`)
  const found = await tx.maybe<SavingsSide>(sql`
    select t.account_type_id, t.name as type_name, t.kind as type_kind, t.control_id, k.code as control_code, a.account_id,
      coalesce(a.free, 0)::bigint as free
    from app.account_type t
    join ledger.account k on k.account_id = t.control_id
    left join lateral (
      select o.account_id, greatest(coalesce(sum(b.credits - b.debits), 0) - coalesce(o.min_balance, 0), 0) as free
      from ledger.account o left join ledger.balance b on b.account_id = o.account_id
      where o.member_id = ${memberId} and o.account_type_id = t.account_type_id group by o.account_id, o.min_balance) a on true
    where t.is_default`)
  return found ?? refuse('account_type_not_found', { field: 'from' })
}

/** Whether loan `l` may keep a delay, or keeps one that has to be computed again. */
export const mayKeepDelay = sql`(l.kept_days_late > 0 or exists (select from app.rescheduling r where r.loan_id = l.loan_id and r.status = 'posted')
  or exists (select from app.loan_settlement s where s.loan_id = l.loan_id))`

export async function findCuringRules(tx: Tx): Promise<CuringRules> {
  const { amount, days, curedAfter } = await tx.one<ArrearsTolerance & { curedAfter: number }>(
    sql`select arrears_tolerance as amount, arrears_tolerance_days as days, arrears_cured_after as cured_after from app.configuration`,
  )
  return { tolerance: { amount, days }, curedAfter }
}

/** The running loans that may keep a delay. */
export async function findMayKeepDelay(tx: Tx): Promise<LoanId[]> {
  const rows = await tx.many<{ id: LoanId }>(
    sql`select l.loan_id as id from app.loan l where l.status = 'active' and ${mayKeepDelay} order by l.loan_id`,
  )
  return rows.map(({ id }) => id)
}

/** A loan whose first money settled another, in the voucher that did. */
export type SettledWith = { loanId: LoanId; settles: LoanId; entryId: EntryId; on: Day }

/** What these loans settled, and what those had settled before. */
export async function findSettledChain(tx: Tx, loanIds: readonly LoanId[]): Promise<SettledWith[]> {
  return tx.many<SettledWith>(sql`
    with recursive settled as (
      select d.loan_id, o.loan_id as settles, o.entry_id, o.occurred_on from app.loan_movement d
      join app.loan_movement o on o.entry_id = d.entry_id and o.way = 'top_up' and o.status = 'posted'
      where d.loan_id = any(${loanIds}::uuid[]) and d.kind = 'disbursement' and d.status = 'posted'
      union
      select d.loan_id, o.loan_id, o.entry_id, o.occurred_on from settled s join app.loan_movement d on d.loan_id = s.settles
      join app.loan_movement o on o.entry_id = d.entry_id and o.way = 'top_up' and o.status = 'posted'
      where d.kind = 'disbursement' and d.status = 'posted')
    select loan_id, settles, entry_id, occurred_on as on from settled`)
}

/** By how many days the loans were late that each of these settled, on the day of that. */
export async function findBroughtDelays(
  tx: Tx,
  loanIds: readonly LoanId[],
  rules: CuringRules,
): Promise<(loanId: LoanId) => number> {
  const chain = await findSettledChain(tx, loanIds)
  const settled = await findRunningLoans(tx, [...new Set(chain.map(({ settles }) => settles))])
  const loans = new Map(settled.map((loan) => [loan.loanId, loan]))
  const broughtBy = (loanId: LoanId): number =>
    Math.max(
      0,
      ...chain
        .filter((each) => each.loanId === loanId)
        .map(({ settles, entryId, on }) => {
          const loan = loans.get(settles)
          if (!loan?.startOn) return 0
          const before = loan.movements.filter((movement) => movement.entryId !== entryId)
          return countedLateOn(planOfLoan(loan), eventsOf(before), broughtBy(settles), rules, on)
        }),
    )
  return broughtBy
}

/** What of this loan is overdue: the figure that its page shows. */
export async function findOverdue(
  tx: Tx,
  { loanId, memberId }: Pick<LockedRunningLoan, 'loanId' | 'memberId'>,
  day: Day,
): Promise<Kobo> {
  const row = await tx.maybe<{ overdue: bigint }>(
    sql`select late.overdue::bigint as overdue from (${lateOn(day, sql`i.member_id = ${memberId}`)}) late where late.loan_id = ${loanId}`,
  )
  return (row?.overdue ?? 0n) as Kobo
}

/** Savings from which a loan can be recovered, and the account that has them. */
export type Recoverable = {
  memberId: MemberId
  name: string
  membershipno: string
  source: RecoverySource
  available: Kobo
  pledgeId: PledgeId | null
  accountId: AccountId
  accountTypeId: AccountTypeId
}

/** The borrower's free savings, what they pledged, and the guarantors' pledges by membership number; without those of which nothing is left. */
export async function findRecoverable(
  tx: Tx,
  { loanId, memberId }: Pick<LockedRunningLoan, 'loanId' | 'memberId'>,
): Promise<Recoverable[]> {
  return tx.many<Recoverable>(sql`
    select s.member_id, m.first_name || ' ' || m.last_name as name, m.membershipno, s.source, s.available, s.pledge_id, s.account_id, s.account_type_id from (
      select a.member_id, 'savings' as source, (coalesce(sum(b.credits - b.debits), 0) - coalesce(a.min_balance, 0))::bigint as available, null::uuid as pledge_id,
        a.account_id, a.account_type_id
      from ledger.account a join app.account_type t using (account_type_id) left join ledger.balance b on b.account_id = a.account_id
      where a.member_id = ${memberId} and t.is_default group by a.member_id, a.account_id, a.account_type_id, a.min_balance
      union all
      select p.member_id, p.kind, p.held, p.pledge_id, p.account_id, p.account_type_id
      from app.pledge p where p.subject_id = ${loanId} and p.kind in ('own_loan', 'guarantee') and p.released_at is null) s
    join app.member m on m.member_id = s.member_id where s.available > 0
    order by array_position(array['savings', 'own_loan', 'guarantee'], s.source), m.membership_number`)
}

/** Locks the borrower and all who pledged for the loan, in one order for everybody. */
export async function lockSavers(
  tx: Tx,
  { loanId, memberId }: Pick<LockedRunningLoan, 'loanId' | 'memberId'>,
): Promise<void> {
  await tx.run(sql`
    select from app.member m where m.member_id = ${memberId} or m.member_id in (select p.member_id from app.pledge p where p.subject_id = ${loanId})
    order by m.member_id for no key update`)
}

/** The loan with its movements, locked against others who change it. Refuses: not_found. */
export async function lockRunningLoan(tx: Tx, loanId: LoanId): Promise<LockedRunningLoan> {
  await lockLoan(tx, loanId)
  return findRunningLoan(tx, loanId)
}

/** Refuses a day on which nothing may be dated, or before the loan began. */
export function refuseDay(
  { booksBeginOn, closedThrough, startOn }: Pick<LockedRunningLoan, 'booksBeginOn' | 'closedThrough' | 'startOn'>,
  on: Day,
  today: Day,
): void {
  const wrong = whyNotDate({ booksBeginOn, closedThrough: closedThrough ?? undefined }, on, today)
  if (wrong) throw new Refusal(wrong.code, { ...wrong.detail, field: 'on' })
  if (startOn && on < startOn) refuse(movementBeforeLoan({ field: 'on', start: startOn }))
}
