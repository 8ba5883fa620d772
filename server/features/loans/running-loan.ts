import { type Day, dayIn } from '#domain/calendar.ts'
import { whyNotDate } from '#domain/contributions/contribution.ts'
import type { AccountId, AccountTypeId, EntryId, LoanId, LoanMovementId, MemberId } from '#domain/ids.ts'
import type { LoanEvents, LoanPlan } from '#domain/loans/loan-plan.ts'
import type { LoanStatus, MoneyWay } from '#domain/loans/loan.ts'
import { type Agreed, type LoanAccounts, type LoanChange, nothingLent, planOf, runningLoan, type RunningLoan } from '#domain/loans/running-loan.ts'
import type { Kobo } from '#domain/money.ts'
import { Refusal, refuse } from '#domain/refusal.ts'
import { sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/tx.ts'

type LoanRow = Omit<Agreed, 'startOn' | 'firstDueOn'> & {
  loanId: LoanId
  status: LoanStatus
  memberId: MemberId
  memberName: string
  membershipNumber: number
  loanConfig: string
  principal: Kobo
  startOn: Day | null
  firstDueOn: Day | null
  accountId: AccountId | null
  controlId: AccountId
  controlCode: string
  /** How many loans of this member and product have their account already. */
  accountsBefore: number
  booksBeginOn: Day
  closedThrough: Day | null
}

export type KeptMovement = LoanChange & {
  id: LoanMovementId
  kind: 'disbursement' | 'repayment' | 'reallocation'
  status: 'posted' | 'reversed'
  amount: Kobo
  occurredOn: Day
  way: MoneyWay | null
  entryId: EntryId
  reversedBy: string | null
}

/** A loan as it is, held against others who move it, with all that happened to it. */
export type HeldRunningLoan = LoanRow & { movements: KeptMovement[]; before: RunningLoan }

const movementColumns = sql`movement_id as id, kind, status, amount, occurred_on as "occurredOn", way, principal, interest, fees, penalties, deducted,
  entry_id as "entryId", reversed_by_name as "reversedBy"`

/** Refuses: not_found. */
export async function holdRunningLoan(tx: Tx, loanId: LoanId): Promise<HeldRunningLoan> {
  await tx.run(sql`select from app.loan where loan_id = ${loanId} for update`)
  return findRunningLoan(tx, loanId)
}

/** For reading alone: nobody is kept from moving it. Refuses: not_found. */
export async function findRunningLoan(tx: Tx, loanId: LoanId): Promise<HeldRunningLoan> {
  const [row, movements] = await Promise.all([
    tx.maybe<LoanRow>(sql`
      select l.loan_id as "loanId", l.status, l.member_id as "memberId", m.first_name || ' ' || m.last_name as "memberName", m.membership_number as "membershipNumber",
        c.name as "loanConfig", l.principal, l.instalments, l.interest_method as "interestMethod", l.annual_rate_basis_points as "annualRateBasisPoints",
        l.start_on as "startOn", l.first_due_on as "firstDueOn", l.account_id as "accountId", c.control_id as "controlId", k.code as "controlCode",
        (select count(*)::int from app.loan o where o.member_id = l.member_id and o.loan_configuration_id = l.loan_configuration_id and o.account_id is not null) as "accountsBefore",
        h.books_begin_on as "booksBeginOn", h.closed_through as "closedThrough"
      from app.loan l
      join app.member m using (member_id)
      join app.loan_configuration c using (loan_configuration_id)
      join ledger.account k on k.account_id = c.control_id
      cross join ledger.head h
      where l.loan_id = ${loanId}`),
    findMovements(tx, loanId),
  ])
  const loan = row ?? refuse('not_found')
  return { ...loan, movements, before: loanAfter(loan, movements) }
}

async function findMovements(tx: Tx, loanId: LoanId): Promise<KeptMovement[]> {
  return tx.many<KeptMovement>(sql`select ${movementColumns} from app.loan_movement where loan_id = ${loanId} order by occurred_on, movement_id`)
}

/** What happened, of the movements that stand. */
export function eventsOf(movements: readonly Pick<KeptMovement, 'kind' | 'status' | 'occurredOn' | 'amount'>[]): LoanEvents {
  const posted = movements.filter(({ status }) => status === 'posted')
  const of = (kind: KeptMovement['kind']) => posted.filter((each) => each.kind === kind).map(({ occurredOn: on, amount }) => ({ on, amount }))
  return { disbursements: of('disbursement'), repayments: of('repayment') }
}

/** The plan of a loan that has begun. */
export function planOfLoan({ startOn, firstDueOn, interestMethod, annualRateBasisPoints, instalments }: Pick<LoanRow, 'startOn' | 'firstDueOn' | 'interestMethod' | 'annualRateBasisPoints' | 'instalments'>): LoanPlan {
  if (!startOn) throw new Error('A loan without its first money has no plan')
  return planOf({ startOn, firstDueOn: firstDueOn ?? undefined, interestMethod, annualRateBasisPoints, instalments })
}

/** The loan with these movements, which the ledger already carries. */
function loanAfter(loan: LoanRow, movements: readonly KeptMovement[]): RunningLoan {
  if (!loan.startOn) return nothingLent
  const running = runningLoan(planOfLoan(loan), eventsOf(movements))
  if (running instanceof Refusal) throw new Error(`The movements of loan ${loan.loanId} contradict its terms`, { cause: running })
  return running
}

/** Refuses a day on which nothing may be dated, or before the loan began. */
export function refuseDay({ booksBeginOn, closedThrough, startOn }: LoanRow, on: Day, now: Date): void {
  const wrong = whyNotDate({ booksBeginOn, closedThrough: closedThrough ?? undefined }, on, dayIn(now))
  if (wrong) throw new Refusal(wrong.code, { ...wrong.detail, field: 'on' })
  if (startOn && on < startOn) refuse('movement_before_loan', { field: 'on', start: startOn })
}

export type SocietyAccounts = { cash: AccountId; bank: AccountId; unallocated: AccountId } & Omit<LoanAccounts, 'loan'>

const codes = { cash: '1010', bank: '1020', unallocated: '2410', interest: '4110', margin: '4310', fees: '4220', penalties: '4230' } as const

/** The society's own side of a loan's movements. */
export async function findSocietyAccounts(tx: Tx, { interestMethod }: Pick<Agreed, 'interestMethod'>): Promise<SocietyAccounts> {
  const rows = await tx.many<{ code: string; id: AccountId }>(sql`select code, account_id as id from ledger.account where code = any(${Object.values(codes)}::text[])`)
  const by = (name: keyof typeof codes) => rows.find(({ code }) => code === codes[name])?.id ?? refuse('chart_account_missing', { code: codes[name] })
  return { cash: by('cash'), bank: by('bank'), unallocated: by('unallocated'), interest: by(interestMethod === 'murabaha' ? 'margin' : 'interest'), fees: by('fees'), penalties: by('penalties') }
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

/** The member is held against other movements, so that no two count the same free money. Refuses: account_type_not_found. */
export async function holdSavings(tx: Tx, memberId: MemberId): Promise<SavingsSide> {
  await tx.run(sql`select from app.member where member_id = ${memberId} for no key update`)
  const found = await tx.maybe<SavingsSide>(sql`
    select t.account_type_id as "accountTypeId", t.name as "typeName", t.kind as "typeKind", t.control_id as "controlId", k.code as "controlCode", a.account_id as "accountId",
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
