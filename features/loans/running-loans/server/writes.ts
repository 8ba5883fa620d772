import type { Author, TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { AccountId, EntryId, LoanId, LoanMovementId, MemberId, ReturnId } from '#core/ids.ts'
import { zeroKobo } from '#core/money.ts'
import type { KeptDelay } from '#features/loans/loans/rules/kept-delay.ts'
import type { InstalmentParts } from '#features/loans/loans/rules/loan-plan.ts'
import type { LoanMovementKind, LoanStatus, MovementWay } from '#features/loans/loans/rules/loan.ts'
import {
  collectedOf,
  instalmentParts,
  type LoanChange,
  type RunningLoan,
} from '#features/loans/loans/rules/running-loan.ts'
import type { Rebate } from '#features/loans/loans/rules/settlement.ts'
import { referenceKey } from '#features/savings/transactions/rules/reference.ts'
import { newId } from '#platform/db/id.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { type LockedRunningLoan, mayKeepDelay } from './reads.ts'

/** A loan as it was found and as it is now. */
export type ChangedLoan = { loan: LockedRunningLoan; after: RunningLoan; status: LoanStatus; accountId: AccountId }

/** Answers with those loans that may keep a delay: rescheduled, or given to settle another. */
export async function updateRunningLoans(tx: Tx, kept: readonly ChangedLoan[]): Promise<LoanId[]> {
  const isLent = ({ after }: ChangedLoan) => after.disbursed > 0n
  const rows = await tx.many<{ id: LoanId; mayKeep: boolean }>(sql`
    update app.loan l set status = k.status, account_id = k.account_id, start_on = k.start_on, first_due_on = k.first_due_on, disbursed = k.disbursed,
      interest_deducted = k.deducted, fees_deducted = k.fees_deducted, paid_principal = k.principal, paid_interest = k.interest, paid_fees = k.fees, paid_penalties = k.penalties, regular_instalment = k.regular
    from unnest(${kept.map(({ loan }) => loan.loanId)}::uuid[], ${kept.map(({ status }) => status)}::text[], ${kept.map(({ accountId }) => accountId)}::uuid[],
      ${kept.map((each) => (isLent(each) ? each.loan.startOn : null))}::date[], ${kept.map((each) => (isLent(each) ? each.loan.firstDueOn : null))}::date[],
      ${kept.map(({ after }) => after.disbursed)}::bigint[], ${kept.map(({ after }) => after.deducted)}::bigint[], ${kept.map(({ after }) => after.paid.principal)}::bigint[],
      ${kept.map(({ after }) => after.paid.interest)}::bigint[], ${kept.map(({ after }) => after.paid.fees)}::bigint[], ${kept.map(({ after }) => after.paid.penalties)}::bigint[],
      ${kept.map((each) => (isLent(each) ? each.after.regularInstalment : null))}::bigint[], ${kept.map(({ after }) => after.feesDeducted)}::bigint[])
      as k(loan_id, status, account_id, start_on, first_due_on, disbursed, deducted, principal, interest, fees, penalties, regular, fees_deducted)
    where l.loan_id = k.loan_id returning l.loan_id as id, ${mayKeepDelay} as may_keep`)
  return rows.filter(({ mayKeep }) => mayKeep).map(({ id }) => id)
}

export async function updateDelays(tx: Tx, delays: readonly (KeptDelay & { loanId: LoanId })[]): Promise<void> {
  await tx.run(sql`
    update app.loan l set kept_days_late = d.days, paid_on_time = d.on_time
    from unnest(${delays.map(({ loanId }) => loanId)}::uuid[], ${delays.map(({ days }) => days)}::int[], ${delays.map(({ paidOnTime }) => paidOnTime)}::int[]) as d(loan_id, days, on_time)
    where l.loan_id = d.loan_id and (l.kept_days_late, l.paid_on_time) is distinct from (d.days, d.on_time)`)
}

/** The schedules were computed again, so the lines that differ from what they were are written again. */
export async function replaceInstalments(
  tx: Tx,
  actor: Pick<TenantActor, 'cooperativeId'>,
  kept: readonly { loan: Pick<LockedRunningLoan, 'loanId' | 'memberId' | 'before'>; after: RunningLoan }[],
): Promise<void> {
  const written = kept.flatMap(({ loan: { loanId, memberId, before }, after }) =>
    after.instalments.flatMap((line, index): InstalmentRow[] =>
      isSameLine(before.instalments[index], line) ? [] : [{ loanId, memberId, line }],
    ),
  )
  const gone = kept.flatMap(({ loan: { loanId, before }, after }) =>
    before.instalments.slice(after.instalments.length).map(({ number }) => ({ loanId, number })),
  )
  await tx.run(sql`
    delete from app.loan_instalment i using unnest(${[...written, ...gone].map(({ loanId }) => loanId)}::uuid[],
      ${[...written.map(({ line }) => line.number), ...gone.map(({ number }) => number)]}::int[]) as g(loan_id, number) where i.loan_id = g.loan_id and i.number = g.number`)
  if (written.length === 0) return
  const of = (part: keyof InstalmentParts) => written.map(({ line }) => line[part])
  const owed = (part: keyof InstalmentParts) => written.map(({ line }) => line.owed[part])
  await tx.run(sql`
    insert into app.loan_instalment (cooperative_id, loan_id, member_id, number, due_on, principal, interest, fees, penalties, owed_principal, owed_interest, owed_fees, owed_penalties)
    select ${actor.cooperativeId}, i.* from unnest(${written.map(({ loanId }) => loanId)}::uuid[], ${written.map(({ memberId }) => memberId)}::uuid[],
      ${written.map(({ line }) => line.number)}::int[], ${written.map(({ line }) => line.dueOn)}::date[],
      ${of('principal')}::bigint[], ${of('interest')}::bigint[], ${of('fees')}::bigint[], ${of('penalties')}::bigint[],
      ${owed('principal')}::bigint[], ${owed('interest')}::bigint[], ${owed('fees')}::bigint[], ${owed('penalties')}::bigint[]) as i`)
}

function isSameLine(
  before: RunningLoan['instalments'][number] | undefined,
  after: RunningLoan['instalments'][number],
): boolean {
  return (
    before !== undefined &&
    before.dueOn === after.dueOn &&
    instalmentParts.every((part) => before[part] === after[part] && before.owed[part] === after.owed[part])
  )
}

export type NewLoanMovement = LoanChange & {
  loan: Pick<LockedRunningLoan, 'loanId' | 'memberId'> & Partial<Pick<LockedRunningLoan, 'receivable'>>
  id: LoanMovementId
  kind: LoanMovementKind
  amount: bigint
  on: Day
  way: MovementWay | null
  /** The society's account that paid or took in, where money passed through one. */
  through: string | null
  entryId: EntryId
  entryNumber: number
  receiptNumber: string
  /** What of it comes before its due day is held for it. */
  isHeld?: boolean
  /** The return that it came with, and the last day of the month that it was deducted for. */
  deduction?: { returnId: ReturnId; dueBy: Day }
  /** Why it was recovered from savings. */
  recoveryReason?: string
  /** The teller number or the bank's reference, in the society's account. */
  reference?: { text: string; throughId: AccountId } | undefined
  /** What was given back with it. */
  rebate?: Rebate | undefined
}

/** A payment with its rebate, which is a line of its own; where the rebate alone settles the loan, that line. */
function withRebate({ rebate, ...move }: NewLoanMovement): NewLoanMovement[] {
  if (!rebate) return [move]
  const {
    isHeld: _notHeld,
    reference: _notPaid,
    deduction: _notDeducted,
    recoveryReason: _notRecovered,
    ...voucher
  } = move
  const given: NewLoanMovement = {
    ...voucher,
    id: newId<LoanMovementId>(),
    way: 'rebate',
    through: null,
    amount: rebate.amount,
    ...rebate.change,
  }
  return move.amount === 0n ? [given] : [move, given]
}

/** Sent, not awaited: nothing after it depends on it but the commit. */
export function insertMovements(tx: Tx, actor: Author, recorded: readonly NewLoanMovement[]): void {
  const moves = recorded.flatMap(withRebate)
  const of = (part: keyof LoanChange) => moves.map((m) => m[part])
  tx.send(sql`
    insert into app.loan_movement (cooperative_id, movement_id, loan_id, member_id, kind, status, amount, occurred_on, way, through_name, principal, interest, fees, penalties,
      deducted, fees_deducted, receivable, entry_id, entry_no, receipt_number, return_id, due_by, recovery_reason, is_held, reference, reference_key, through_account_id, recorded_by, recorded_by_name)
    select ${actor.cooperativeId}, m.movement_id, m.loan_id, m.member_id, m.kind, 'posted', m.amount, m.occurred_on, m.way, m.through_name, m.principal, m.interest, m.fees,
      m.penalties, m.deducted, m.fees_deducted, m.receivable, m.entry_id, m.entry_no, m.receipt_number, m.return_id, m.due_by, m.recovery_reason, m.is_held, m.reference, m.reference_key, m.through_account_id, ${actor.loginId}, ${actor.name}
    from unnest(${moves.map(({ id }) => id)}::uuid[], ${moves.map(({ loan }) => loan.loanId)}::uuid[], ${moves.map(({ loan }) => loan.memberId)}::uuid[],
      ${moves.map(({ kind }) => kind)}::text[], ${moves.map(({ amount }) => amount)}::bigint[], ${moves.map(({ on }) => on)}::date[], ${moves.map(({ way }) => way)}::text[],
      ${moves.map(({ through }) => through)}::text[], ${of('principal')}::bigint[], ${of('interest')}::bigint[], ${of('fees')}::bigint[], ${of('penalties')}::bigint[],
      ${of('deducted')}::bigint[], ${of('feesDeducted')}::bigint[], ${moves.map((m) => collectedOf(m.kind, m, m.loan.receivable ?? zeroKobo))}::bigint[], ${moves.map(({ entryId }) => entryId)}::uuid[], ${moves.map(({ entryNumber }) => entryNumber)}::bigint[],
      ${moves.map((m) => m.receiptNumber)}::text[], ${moves.map(({ deduction }) => deduction?.returnId ?? null)}::uuid[], ${moves.map(({ deduction }) => deduction?.dueBy ?? null)}::date[],
      ${moves.map(({ recoveryReason }) => recoveryReason ?? null)}::text[], ${moves.map(({ isHeld }) => isHeld ?? false)}::boolean[],
      ${moves.map(({ reference }) => reference?.text ?? null)}::text[], ${moves.map(({ reference }) => (reference ? referenceKey(reference.text) : null))}::text[],
      ${moves.map(({ reference }) => reference?.throughId ?? null)}::uuid[])
      as m(movement_id, loan_id, member_id, kind, amount, occurred_on, way, through_name, principal, interest, fees, penalties, deducted, fees_deducted, receivable, entry_id, entry_no, receipt_number,
        return_id, due_by, recovery_reason, is_held, reference, reference_key, through_account_id)`)
}

export async function markMovementsReversed(
  tx: Tx,
  actor: TenantActor,
  ids: readonly LoanMovementId[],
  reason: string,
  entryNumber: number,
): Promise<void> {
  await tx.run(sql`
    update app.loan_movement set status = 'reversed', reversal_reason = ${reason}, reversed_by_name = ${actor.name}, reversed_at = clock_timestamp(),
      reversal_entry_no = ${entryNumber}
    where movement_id = any(${ids}::uuid[]) and status = 'posted'`)
}

export async function savePenaltiesUntil(tx: Tx, loanIds: readonly LoanId[], until: Day | null): Promise<void> {
  await tx.run(sql`update app.loan set penalties_known_until = ${until} where loan_id = any(${loanIds}::uuid[])`)
}

type InstalmentRow = { loanId: LoanId; memberId: MemberId; line: RunningLoan['instalments'][number] }
