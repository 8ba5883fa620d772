import type { TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type {
  AccountId,
  LoanConfigurationId,
  LoanId,
  LoanMovementId,
  MemberId,
  PledgeId,
  TransactionId,
} from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { type LoanTerms, rulesToKeep } from '#features/loans/loans/rules/loan-terms.ts'
import type { InterestMethod } from '#features/loans/loans/rules/loan.ts'
import type { OpeningLoan } from '#features/loans/loans/rules/opening-loan.ts'
import type { RunningLoan } from '#features/loans/loans/rules/running-loan.ts'
import type { LockedRunningLoan, Recoverable } from '#features/loans/running-loans/server/reads.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert, json, update } from '#platform/db/write.ts'

type NewLoan = {
  loanId: LoanId
  memberId: MemberId
  loanConfigurationId: LoanConfigurationId
  principal: bigint
  instalments: number
  interestMethod: InterestMethod
  annualRatePpm: number
  terms: LoanTerms
  approvalsNeeded: number
  netSalary: bigint | null
  purpose: string | null
  wantedOn: Day | null
  collateral: string | null
  guarantors: readonly { memberId: MemberId; name: string; membershipno: string; amount: bigint }[]
}

export async function insertLoan(
  tx: Tx,
  actor: TenantActor,
  { loanId, terms, guarantors, ...loan }: NewLoan,
): Promise<void> {
  await insert(tx, 'app.loan', {
    ...loan,
    ...{ loanId, status: 'submitted', terms: json(rulesToKeep(terms)), madeByOfficer: actor.role !== 'member' },
    ...{ recordedBy: actor.loginId, recordedByName: actor.name },
  })
  if (guarantors.length === 0) return
  await tx.run(sql`
    insert into app.loan_guarantor (cooperative_id, loan_id, member_id, member_name, membershipno, amount)
    select ${actor.cooperativeId}, ${loanId}, g.* from unnest(${guarantors.map((g) => g.memberId)}::uuid[], ${guarantors.map((g) => g.name)}::text[],
      ${guarantors.map((g) => g.membershipno)}::text[], ${guarantors.map((g) => g.amount)}::bigint[]) as g`)
}

type Replacement = {
  memberId: MemberId
  name: string
  membershipno: string
  amount: bigint
  replaces: MemberId
  isFreed: boolean
}

/** Of several who were asked to take the same place the last one counts; a member who was replaced before may be asked again. */
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

type LoanDecision = {
  loanId: LoanId
  memberId: MemberId
  decision: 'approved' | 'rejected' | 'withdrawn'
  reason: string | null
}

/** The loan's new status, and on record who gave it and why. */
export async function decideLoan(
  tx: Tx,
  actor: TenantActor,
  { loanId, memberId, decision, reason }: LoanDecision,
): Promise<void> {
  const before = decision === 'withdrawn' ? 'approved' : 'submitted'
  await update(tx, 'app.loan', { loanId, status: before }, { status: decision })
  await insert(tx, 'app.loan_decision', {
    ...{ loanId, memberId, decision, reason, decidedBy: actor.loginId, decidedByName: actor.name },
  })
}

/** From whose savings a recovery comes, in the order of the lines of its entry. */
export async function insertRecoveryParts(
  tx: Tx,
  actor: TenantActor,
  { loanId }: Pick<LockedRunningLoan, 'loanId'>,
  id: LoanMovementId,
  parts: readonly (Recoverable & { amount: Kobo; principal: Kobo })[],
): Promise<void> {
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
    select member_id, amount from undone where kind = 'guarantee'`)
}

/** A loan from old books with the account on which it is from now on. */
export type OpenedLoan = OpeningLoan & { loanId: LoanId; accountId: AccountId }

type TakenLoan = Omit<OpenedLoan, 'guarantors'> & {
  terms: LoanTerms
  running: RunningLoan
  guarantors: readonly {
    memberId: MemberId
    name: string
    membershipno: string
    amount: Kobo
    pledgeId: PledgeId | null
  }[]
}

/** The loans as they run from that day on, how each was then, and who guaranteed it; their savings were pledged elsewhere, so nothing is pledged. */
export async function insertTakenLoans(
  tx: Tx,
  actor: TenantActor,
  loans: readonly TakenLoan[],
  { on, openingId, isInterestEarned }: { on: Day; openingId: TransactionId; isInterestEarned: boolean },
): Promise<void> {
  await tx.run(sql`
    insert into app.loan (cooperative_id, status, approvals_needed, made_by_officer, recorded_by, recorded_by_name, start_on, loan_id, member_id, loan_configuration_id, principal, disbursed, instalments,
      interest_method, annual_rate_ppm, terms, account_id, first_due_on, regular_instalment, submitted_at)
    select ${actor.cooperativeId}, 'active', 0, true, ${actor.loginId}, ${actor.name}, ${on}::date, l.*
    from unnest(${loans.map(({ loanId }) => loanId)}::uuid[], ${loans.map(({ memberId }) => memberId)}::uuid[], ${loans.map(({ product }) => product.loanConfigId)}::uuid[],
      ${loans.map(({ principal }) => principal)}::bigint[], ${loans.map(({ principal }) => principal)}::bigint[], ${loans.map((each) => each.originalInstalments)}::int[],
      ${loans.map(({ product }) => product.interestMethod)}::text[], ${loans.map((each) => each.annualRatePpm)}::int[],
      ${loans.map(({ terms }) => JSON.stringify(rulesToKeep(terms)))}::jsonb[], ${loans.map(({ accountId }) => accountId)}::uuid[], ${loans.map(({ nextDueOn }) => nextDueOn)}::date[],
      ${loans.map(({ running }) => running.regularInstalment)}::bigint[],
      -- The day on which it was lent, at noon in Lagos.
      ${loans.map(({ beganOn }) => `${beganOn}T11:00:00Z`)}::timestamptz[]) as l`)
  await tx.run(sql`
    insert into app.loan_taken_over (cooperative_id, opening_id, as_of, loan_id, member_id, began_on, original_principal, original_instalments, instalments_left, overdue_since, overdue_principal, interest_owed, agreed_instalment, receivable)
    select ${actor.cooperativeId}, ${openingId}, ${on}::date, o.*, case when ${isInterestEarned}::boolean then o.interest_owed else 0 end
    from unnest(${loans.map(({ loanId }) => loanId)}::uuid[], ${loans.map(({ memberId }) => memberId)}::uuid[], ${loans.map(({ beganOn }) => beganOn)}::date[],
      ${loans.map((each) => each.originalPrincipal)}::bigint[], ${loans.map((each) => each.originalInstalments)}::int[], ${loans.map((each) => each.instalmentsLeft)}::int[],
      ${loans.map(({ overdueSince }) => overdueSince)}::date[], ${loans.map((each) => each.overduePrincipal)}::bigint[], ${loans.map(({ interestOwed }) => interestOwed)}::bigint[], ${loans.map(({ agreedInstalment }) => agreedInstalment ?? null)}::bigint[]) as o(loan_id, member_id, began_on, original_principal, original_instalments, instalments_left, overdue_since, overdue_principal, interest_owed, agreed_instalment)`)
  const guarantors = loans.flatMap(({ loanId, guarantors: own }) => own.map((each) => ({ loanId, ...each })))
  if (guarantors.length === 0) return
  await tx.run(sql`
    insert into app.loan_guarantor (cooperative_id, status, answered_at, answered_way, loan_id, member_id, member_name, membershipno, amount, pledge_id)
    select ${actor.cooperativeId}, 'accepted', clock_timestamp(), 'old_books', g.* from unnest(${guarantors.map(({ loanId }) => loanId)}::uuid[], ${guarantors.map(({ memberId }) => memberId)}::uuid[],
      ${guarantors.map(({ name }) => name)}::text[], ${guarantors.map(({ membershipno }) => membershipno)}::text[], ${guarantors.map(({ amount }) => amount)}::bigint[],
      ${guarantors.map(({ pledgeId }) => pledgeId)}::uuid[]) as g`)
}

/** How many messages about loans a guarantor gets in a day on one channel: borrowers set them off, at the society's cost. */
const requestsOfDay = 6

/** By SMS and email, whose addresses the borrower's own session does not see. */
export function sendToGuarantors(
  tx: Tx,
  notices: readonly { memberId: MemberId; message: string }[],
  subject: string,
): void {
  tx.send(
    sql`select app.notify_guarantors(${notices.map(({ memberId }) => memberId)}::uuid[], ${notices.map(({ message }) => message)}::text[], ${subject}, ${requestsOfDay}::int)`,
  )
}
