import type { TenantActor } from '#domain/actor.ts'
import type { Day } from '#domain/calendar.ts'
import type { AccountId, EntryId, LoanConfigurationId, LoanId, LoanMovementId, MemberId, PledgeId } from '#domain/ids.ts'
import { type LoanTerms, rulesToKeep } from '#domain/loans/loan-terms.ts'
import type { LoanStatus, MoneyWay } from '#domain/loans/loan.ts'
import type { LoanChange, RunningLoan } from '#domain/loans/running-loan.ts'
import { sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/tx.ts'
import type { HeldRunningLoan } from './queries.ts'

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
    on conflict (cooperative_id, loan_id, member_id) do update set status = 'asked', amount = excluded.amount, asked_at = clock_timestamp(), answered_at = null, pledge_id = null,
      replaces = excluded.replaces`)
}

export type LoanDecision = { loanId: LoanId; memberId: MemberId; decision: 'approved' | 'rejected'; reason: string | null }

/** The loan's new status, and on record who gave it and why. */
export async function decideLoan(tx: Tx, actor: TenantActor, { loanId, memberId, decision, reason }: LoanDecision): Promise<void> {
  await tx.run(sql`update app.loan set status = ${decision} where loan_id = ${loanId} and status = 'submitted'`)
  await tx.run(sql`
    insert into app.loan_decision (cooperative_id, loan_id, member_id, decision, reason, decided_by, decided_by_name)
    values (${actor.cooperativeId}, ${loanId}, ${memberId}, ${decision}, ${reason}, ${actor.loginId}, ${actor.name})`)
}

export type RunningStatus = { status: LoanStatus; accountId: AccountId }

export async function updateRunningLoan(tx: Tx, loan: HeldRunningLoan, after: RunningLoan, { status, accountId }: RunningStatus): Promise<void> {
  const isLent = after.disbursed > 0n
  await tx.run(sql`
    update app.loan set status = ${status}, account_id = ${accountId}, start_on = ${isLent ? loan.startOn : null}, first_due_on = ${isLent ? loan.firstDueOn : null},
      disbursed = ${after.disbursed}, interest_deducted = ${after.deducted}, paid_principal = ${after.paid.principal}, paid_interest = ${after.paid.interest},
      paid_fees = ${after.paid.fees}, paid_penalties = ${after.paid.penalties}, regular_instalment = ${isLent ? after.regularInstalment : null}
    where loan_id = ${loan.loanId}`)
}

/** The schedule is worked out anew, so it is written anew. */
export async function replaceInstalments(tx: Tx, actor: TenantActor, { loanId, memberId }: HeldRunningLoan, lines: RunningLoan['instalments']): Promise<void> {
  await tx.run(sql`delete from app.loan_instalment where loan_id = ${loanId}`)
  const of = (part: 'principal' | 'interest' | 'fees' | 'penalties') => lines.map((line) => line[part])
  const owed = (part: 'principal' | 'interest' | 'fees' | 'penalties') => lines.map((line) => line.owed[part])
  await tx.run(sql`
    insert into app.loan_instalment (cooperative_id, loan_id, member_id, number, due_on, principal, interest, fees, penalties, owed_principal, owed_interest, owed_fees, owed_penalties)
    select ${actor.cooperativeId}, ${loanId}, ${memberId}, i.* from unnest(${lines.map(({ number }) => number)}::int[], ${lines.map(({ dueOn }) => dueOn)}::date[],
      ${of('principal')}::bigint[], ${of('interest')}::bigint[], ${of('fees')}::bigint[], ${of('penalties')}::bigint[],
      ${owed('principal')}::bigint[], ${owed('interest')}::bigint[], ${owed('fees')}::bigint[], ${owed('penalties')}::bigint[]) as i`)
}

export type NewLoanMovement = LoanChange & {
  id: LoanMovementId
  kind: 'disbursement' | 'repayment' | 'reallocation'
  amount: bigint
  on: Day
  way: MoneyWay | null
  entryId: EntryId
  entryNumber: number
  receiptNumber: string
}

/** Sent, not awaited: nothing after it depends on it but the commit. */
export function insertMovement(tx: Tx, actor: TenantActor, { loanId, memberId }: HeldRunningLoan, m: NewLoanMovement): void {
  tx.send(sql`
    insert into app.loan_movement (cooperative_id, movement_id, loan_id, member_id, kind, status, amount, occurred_on, way, principal, interest, fees, penalties, deducted,
      entry_id, entry_no, receipt_number, recorded_by, recorded_by_name)
    values (${actor.cooperativeId}, ${m.id}, ${loanId}, ${memberId}, ${m.kind}, 'posted', ${m.amount}, ${m.on}, ${m.way}, ${m.principal}, ${m.interest}, ${m.fees}, ${m.penalties},
      ${m.deducted}, ${m.entryId}, ${m.entryNumber}, ${m.receiptNumber}, ${actor.loginId}, ${actor.name})`)
}

export async function markMovementReversed(tx: Tx, actor: TenantActor, id: LoanMovementId, reason: string, entryNumber: number): Promise<void> {
  await tx.run(sql`
    update app.loan_movement set status = 'reversed', reversal_reason = ${reason}, reversed_by_name = ${actor.name}, reversed_at = clock_timestamp(),
      reversal_entry_no = ${entryNumber}
    where movement_id = ${id} and status = 'posted'`)
}
