import type { Author, TenantActor } from '#domain/actor.ts'
import type { Day } from '#domain/calendar.ts'
import type { AccountId, EntryId, LoanConfigurationId, LoanId, LoanMovementId, MemberId, PledgeId, ReschedulingId, ReturnId, TransactionId } from '#domain/ids.ts'
import type { InstalmentParts } from '#domain/loans/loan-plan.ts'
import { type LoanTerms, rulesToKeep } from '#domain/loans/loan-terms.ts'
import type { LoanMovementKind, LoanStatus, MovementWay } from '#domain/loans/loan.ts'
import type { Kobo } from '#domain/money.ts'
import { instalmentParts, type KeptRestart, type LoanChange, type RunningLoan } from '#domain/loans/running-loan.ts'
import type { OpeningLoan } from '#domain/opening-balances/opening-loans.ts'
import { sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/tx.ts'
import type { HeldRunningLoan, Recoverable } from './queries.ts'

export type NewLoan = {
  id: LoanId
  memberId: MemberId
  loanConfigId: LoanConfigurationId
  principal: bigint
  instalments: number
  interestMethod: string
  annualRateBasisPoints: number
  terms: LoanTerms
  approvalsNeeded: number
  netSalary: bigint | null
  purpose: string | null
  collateral: string | null
  guarantors: readonly { memberId: MemberId; name: string; membershipno: string; amount: bigint }[]
}

export async function insertLoan(tx: Tx, actor: TenantActor, loan: NewLoan): Promise<void> {
  await tx.run(sql`
    insert into app.loan (cooperative_id, loan_id, member_id, loan_configuration_id, status, principal, instalments, interest_method,
      annual_rate_basis_points, terms, approvals_needed, made_by_officer, net_salary, purpose, collateral, recorded_by, recorded_by_name)
    values (${actor.cooperativeId}, ${loan.id}, ${loan.memberId}, ${loan.loanConfigId}, 'submitted', ${loan.principal}, ${loan.instalments},
      ${loan.interestMethod}, ${loan.annualRateBasisPoints}, ${JSON.stringify(rulesToKeep(loan.terms))}::jsonb, ${loan.approvalsNeeded}, ${actor.role !== 'member'}, ${loan.netSalary}, ${loan.purpose}, ${loan.collateral}, ${actor.loginId}, ${actor.name})`)
  const { guarantors } = loan
  if (guarantors.length === 0) return
  await tx.run(sql`
    insert into app.loan_guarantor (cooperative_id, loan_id, member_id, member_name, membershipno, amount)
    select ${actor.cooperativeId}, ${loan.id}, g.* from unnest(${guarantors.map((g) => g.memberId)}::uuid[], ${guarantors.map((g) => g.name)}::text[],
      ${guarantors.map((g) => g.membershipno)}::text[], ${guarantors.map((g) => g.amount)}::bigint[]) as g`)
}

/** Of an application that nobody has decided about no decision is kept: it was the borrower's alone. */
export async function markWithdrawn(tx: Tx, loanId: LoanId): Promise<void> {
  await tx.run(sql`update app.loan set status = 'withdrawn' where loan_id = ${loanId} and status = 'submitted'`)
}

export async function keepOwnPledge(tx: Tx, loanId: LoanId, id: PledgeId): Promise<void> {
  await tx.run(sql`update app.loan set own_pledge_id = ${id} where loan_id = ${loanId}`)
}

export type Replacement = { memberId: MemberId; name: string; membershipno: string; amount: bigint; replaces: MemberId; isFreed: boolean }

/** Of several who were asked in one place the last counts; one who was replaced before is asked anew. */
export async function askInPlace(tx: Tx, actor: TenantActor, loanId: LoanId, g: Replacement): Promise<void> {
  await tx.run(sql`
    update app.loan_guarantor set status = 'replaced'
    where loan_id = ${loanId} and ((${g.isFreed} and member_id = ${g.replaces}) or (replaces = ${g.replaces} and status in ('asked', 'declined')))`)
  await tx.run(sql`
    insert into app.loan_guarantor (cooperative_id, loan_id, member_id, member_name, membershipno, status, amount, replaces)
    values (${actor.cooperativeId}, ${loanId}, ${g.memberId}, ${g.name}, ${g.membershipno}, 'asked', ${g.amount}, ${g.replaces})
    on conflict (cooperative_id, loan_id, member_id) do update set status = 'asked', amount = excluded.amount, asked_at = clock_timestamp(), answered_at = null, answered_way = null, confirmed_by_name = null, pledge_id = null,
      replaces = excluded.replaces`)
}

export type LoanDecision = { loanId: LoanId; memberId: MemberId; decision: 'approved' | 'rejected' | 'withdrawn'; reason: string | null }

/** The loan's new status, and on record who gave it and why. */
export async function decideLoan(tx: Tx, actor: TenantActor, { loanId, memberId, decision, reason }: LoanDecision): Promise<void> {
  await tx.run(sql`update app.loan set status = ${decision} where loan_id = ${loanId} and status = ${decision === 'withdrawn' ? 'approved' : 'submitted'}`)
  await tx.run(sql`
    insert into app.loan_decision (cooperative_id, loan_id, member_id, decision, reason, decided_by, decided_by_name)
    values (${actor.cooperativeId}, ${loanId}, ${memberId}, ${decision}, ${reason}, ${actor.loginId}, ${actor.name})`)
}

/** A loan as it was found and as it is now. */
export type KeptLoan = { loan: HeldRunningLoan; after: RunningLoan; status: LoanStatus; accountId: AccountId }

export async function updateRunningLoans(tx: Tx, kept: readonly KeptLoan[]): Promise<void> {
  const isLent = ({ after }: KeptLoan) => after.disbursed > 0n
  await tx.run(sql`
    update app.loan l set status = k.status, account_id = k.account_id, start_on = k.start_on, first_due_on = k.first_due_on, disbursed = k.disbursed,
      interest_deducted = k.deducted, fees_deducted = k.fees_deducted, paid_principal = k.principal, paid_interest = k.interest, paid_fees = k.fees, paid_penalties = k.penalties, regular_instalment = k.regular
    from unnest(${kept.map(({ loan }) => loan.loanId)}::uuid[], ${kept.map(({ status }) => status)}::text[], ${kept.map(({ accountId }) => accountId)}::uuid[],
      ${kept.map((each) => (isLent(each) ? each.loan.startOn : null))}::date[], ${kept.map((each) => (isLent(each) ? each.loan.firstDueOn : null))}::date[],
      ${kept.map(({ after }) => after.disbursed)}::bigint[], ${kept.map(({ after }) => after.deducted)}::bigint[], ${kept.map(({ after }) => after.paid.principal)}::bigint[],
      ${kept.map(({ after }) => after.paid.interest)}::bigint[], ${kept.map(({ after }) => after.paid.fees)}::bigint[], ${kept.map(({ after }) => after.paid.penalties)}::bigint[],
      ${kept.map((each) => (isLent(each) ? each.after.regularInstalment : null))}::bigint[], ${kept.map(({ after }) => after.feesDeducted)}::bigint[])
      as k(loan_id, status, account_id, start_on, first_due_on, disbursed, deducted, principal, interest, fees, penalties, regular, fees_deducted)
    where l.loan_id = k.loan_id`)
}

type InstalmentRow = { loanId: LoanId; memberId: MemberId; line: RunningLoan['instalments'][number] }

/** The schedules are worked out anew, so the lines that are no longer what they were are written anew. */
export async function replaceInstalments(tx: Tx, actor: Pick<TenantActor, 'cooperativeId'>, kept: readonly { loan: Pick<HeldRunningLoan, 'loanId' | 'memberId' | 'before'>; after: RunningLoan }[]): Promise<void> {
  const written = kept.flatMap(({ loan: { loanId, memberId, before }, after }) =>
    after.instalments.flatMap((line, index): InstalmentRow[] => (isSameLine(before.instalments[index], line) ? [] : [{ loanId, memberId, line }])))
  const gone = kept.flatMap(({ loan: { loanId, before }, after }) => before.instalments.slice(after.instalments.length).map(({ number }) => ({ loanId, number })))
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

function isSameLine(before: RunningLoan['instalments'][number] | undefined, after: RunningLoan['instalments'][number]): boolean {
  return before !== undefined && before.dueOn === after.dueOn && instalmentParts.every((part) => before[part] === after[part] && before.owed[part] === after.owed[part])
}

export type NewLoanMovement = LoanChange & {
  loan: Pick<HeldRunningLoan, 'loanId' | 'memberId'>
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
  /** The return that it came with, and the last day of the month that it was deducted for. */
  deduction?: { returnId: ReturnId; dueBy: Day }
  /** Why it was recovered from savings. */
  recoveryReason?: string
}

/** Sent, not awaited: nothing after it depends on it but the commit. */
export function insertMovements(tx: Tx, actor: Author, moves: readonly NewLoanMovement[]): void {
  const of = (part: keyof LoanChange) => moves.map((m) => m[part])
  tx.send(sql`
    insert into app.loan_movement (cooperative_id, movement_id, loan_id, member_id, kind, status, amount, occurred_on, way, through_name, principal, interest, fees, penalties,
      deducted, fees_deducted, entry_id, entry_no, receipt_number, return_id, due_by, recovery_reason, recorded_by, recorded_by_name)
    select ${actor.cooperativeId}, m.movement_id, m.loan_id, m.member_id, m.kind, 'posted', m.amount, m.occurred_on, m.way, m.through_name, m.principal, m.interest, m.fees,
      m.penalties, m.deducted, m.fees_deducted, m.entry_id, m.entry_no, m.receipt_number, m.return_id, m.due_by, m.recovery_reason, ${actor.loginId}, ${actor.name}
    from unnest(${moves.map(({ id }) => id)}::uuid[], ${moves.map(({ loan }) => loan.loanId)}::uuid[], ${moves.map(({ loan }) => loan.memberId)}::uuid[],
      ${moves.map(({ kind }) => kind)}::text[], ${moves.map(({ amount }) => amount)}::bigint[], ${moves.map(({ on }) => on)}::date[], ${moves.map(({ way }) => way)}::text[],
      ${moves.map(({ through }) => through)}::text[], ${of('principal')}::bigint[], ${of('interest')}::bigint[], ${of('fees')}::bigint[], ${of('penalties')}::bigint[],
      ${of('deducted')}::bigint[], ${of('feesDeducted')}::bigint[], ${moves.map(({ entryId }) => entryId)}::uuid[], ${moves.map(({ entryNumber }) => entryNumber)}::bigint[],
      ${moves.map((m) => m.receiptNumber)}::text[], ${moves.map(({ deduction }) => deduction?.returnId ?? null)}::uuid[], ${moves.map(({ deduction }) => deduction?.dueBy ?? null)}::date[],
      ${moves.map(({ recoveryReason }) => recoveryReason ?? null)}::text[])
      as m(movement_id, loan_id, member_id, kind, amount, occurred_on, way, through_name, principal, interest, fees, penalties, deducted, fees_deducted, entry_id, entry_no, receipt_number,
        return_id, due_by, recovery_reason)`)
}

/** What of a loan is lost and what of that came in; its schedule and what was repaid stay as they are. */
export async function updateLost(tx: Tx, loanId: LoanId, { status, writtenOff, recovered }: { status: LoanStatus; writtenOff: Kobo; recovered: Kobo }): Promise<void> {
  await tx.run(sql`update app.loan set status = ${status}, written_off = ${writtenOff}, recovered = ${recovered} where loan_id = ${loanId}`)
}

export type NewRescheduling = { id: ReschedulingId; loan: Pick<HeldRunningLoan, 'loanId' | 'memberId'>; restart: KeptRestart; outstanding: Kobo; interestOwed: Kobo; reason: string }

export async function insertRescheduling(tx: Tx, actor: TenantActor, { id, loan, restart, outstanding, interestOwed, reason }: NewRescheduling): Promise<void> {
  await tx.run(sql`
    insert into app.rescheduling (cooperative_id, rescheduling_id, loan_id, member_id, status, occurred_on, instalments, first_due_on, annual_rate_basis_points, outstanding,
      interest_owed, reason, recorded_by, recorded_by_name)
    values (${actor.cooperativeId}, ${id}, ${loan.loanId}, ${loan.memberId}, 'posted', ${restart.on}, ${restart.instalments}, ${restart.firstDueOn}, ${restart.annualRateBasisPoints}, ${outstanding},
      ${interestOwed}, ${reason}, ${actor.loginId}, ${actor.name})`)
}

export async function markReschedulingReversed(tx: Tx, actor: TenantActor, id: ReschedulingId, reason: string): Promise<void> {
  await tx.run(sql`
    update app.rescheduling set status = 'reversed', reversal_reason = ${reason}, reversed_by_name = ${actor.name}, reversed_at = clock_timestamp()
    where rescheduling_id = ${id} and status = 'posted'`)
}

export async function updateRescheduledOn(tx: Tx, loanId: LoanId, on: Day | null): Promise<void> {
  await tx.run(sql`update app.loan set rescheduled_on = ${on} where loan_id = ${loanId}`)
}

/** From whose savings a recovery comes, in the order of the lines of its entry. */
export async function insertRecoveryParts(tx: Tx, actor: TenantActor, { loanId }: Pick<HeldRunningLoan, 'loanId'>, id: LoanMovementId, parts: readonly (Recoverable & { amount: Kobo; principal: Kobo })[]): Promise<void> {
  await tx.run(sql`
    insert into app.recovery_part (cooperative_id, movement_id, loan_id, line, member_id, kind, pledge_id, amount, principal)
    select ${actor.cooperativeId}, ${id}, ${loanId}, p.* from unnest(${parts.map((_, index) => index + 1)}::int[], ${parts.map(({ memberId }) => memberId)}::uuid[],
      ${parts.map(({ source }) => source)}::text[], ${parts.map(({ pledgeId }) => pledgeId)}::uuid[], ${parts.map(({ amount }) => amount)}::bigint[],
      ${parts.map(({ principal }) => principal)}::bigint[]) as p`)
}

/** Answers which guarantors had paid, and how much. */
export async function markPartsReversed(tx: Tx, id: LoanMovementId): Promise<{ memberId: MemberId; amount: Kobo }[]> {
  return tx.many(sql`
    with undone as (update app.recovery_part set reversed_at = clock_timestamp() where movement_id = ${id} and reversed_at is null returning member_id, kind, amount)
    select member_id as "memberId", amount from undone where kind = 'guarantee'`)
}

export async function markMovementsReversed(tx: Tx, actor: TenantActor, ids: readonly LoanMovementId[], reason: string, entryNumber: number): Promise<void> {
  await tx.run(sql`
    update app.loan_movement set status = 'reversed', reversal_reason = ${reason}, reversed_by_name = ${actor.name}, reversed_at = clock_timestamp(),
      reversal_entry_no = ${entryNumber}
    where movement_id = any(${ids}::uuid[]) and status = 'posted'`)
}

/** A loan from old books with the account on which it stands from now on. */
export type OpenedLoan = OpeningLoan & { loanId: LoanId; accountId: AccountId }

type TakenLoan = Omit<OpenedLoan, 'guarantors'> & { terms: LoanTerms; running: RunningLoan; guarantors: readonly { memberId: MemberId; name: string; membershipno: string; amount: Kobo; pledgeId: PledgeId | null }[] }

/** The loans as they run from that day on, how each stood then, and who stood for it; his savings were pledged elsewhere, so nothing is tied up. */
export async function insertTakenLoans(tx: Tx, actor: TenantActor, loans: readonly TakenLoan[], { on, openingId }: { on: Day; openingId: TransactionId }): Promise<void> {
  await tx.run(sql`
    insert into app.loan (cooperative_id, status, approvals_needed, made_by_officer, recorded_by, recorded_by_name, start_on, loan_id, member_id, loan_configuration_id, principal, disbursed, instalments,
      interest_method, annual_rate_basis_points, terms, account_id, first_due_on, regular_instalment)
    select ${actor.cooperativeId}, 'active', 0, true, ${actor.loginId}, ${actor.name}, ${on}::date, l.*
    from unnest(${loans.map(({ loanId }) => loanId)}::uuid[], ${loans.map(({ memberId }) => memberId)}::uuid[], ${loans.map(({ product }) => product.loanConfigId)}::uuid[],
      ${loans.map(({ principal }) => principal)}::bigint[], ${loans.map(({ principal }) => principal)}::bigint[], ${loans.map((each) => each.originalInstalments)}::int[],
      ${loans.map(({ product }) => product.interestMethod)}::text[], ${loans.map((each) => each.annualRateBasisPoints)}::int[],
      ${loans.map(({ terms }) => JSON.stringify(rulesToKeep(terms)))}::jsonb[], ${loans.map(({ accountId }) => accountId)}::uuid[], ${loans.map(({ nextDueOn }) => nextDueOn)}::date[],
      ${loans.map(({ running }) => running.regularInstalment)}::bigint[]) as l`)
  await tx.run(sql`
    insert into app.loan_taken_over (cooperative_id, opening_id, as_of, loan_id, member_id, began_on, original_principal, original_instalments, instalments_left, overdue_since, overdue_principal, interest_owed)
    select ${actor.cooperativeId}, ${openingId}, ${on}::date, o.*
    from unnest(${loans.map(({ loanId }) => loanId)}::uuid[], ${loans.map(({ memberId }) => memberId)}::uuid[], ${loans.map(({ beganOn }) => beganOn)}::date[],
      ${loans.map((each) => each.originalPrincipal)}::bigint[], ${loans.map((each) => each.originalInstalments)}::int[], ${loans.map((each) => each.instalmentsLeft)}::int[],
      ${loans.map(({ overdueSince }) => overdueSince)}::date[], ${loans.map((each) => each.overduePrincipal)}::bigint[], ${loans.map(({ interestOwed }) => interestOwed)}::bigint[]) as o`)
  const guarantors = loans.flatMap(({ loanId, guarantors: own }) => own.map((each) => ({ loanId, ...each })))
  if (guarantors.length === 0) return
  await tx.run(sql`
    insert into app.loan_guarantor (cooperative_id, status, answered_at, loan_id, member_id, member_name, membershipno, amount, pledge_id)
    select ${actor.cooperativeId}, 'accepted', clock_timestamp(), g.* from unnest(${guarantors.map(({ loanId }) => loanId)}::uuid[], ${guarantors.map(({ memberId }) => memberId)}::uuid[],
      ${guarantors.map(({ name }) => name)}::text[], ${guarantors.map(({ membershipno }) => membershipno)}::text[], ${guarantors.map(({ amount }) => amount)}::bigint[],
      ${guarantors.map(({ pledgeId }) => pledgeId)}::uuid[]) as g`)
}

export async function keepPenaltiesUntil(tx: Tx, loanIds: readonly LoanId[], until: Day | null): Promise<void> {
  await tx.run(sql`update app.loan set penalties_known_until = ${until} where loan_id = any(${loanIds}::uuid[])`)
}
