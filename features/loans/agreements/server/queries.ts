import type { Replied } from '#core/contract/endpoint.ts'
import type { getLoan as loanContract } from '#features/loans/loans/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { type Day, dayIn } from '#core/calendar.ts'
import type { LoanId } from '#core/ids.ts'
import { agreedStatuses } from '#features/loans/loans/rules/agreed-statuses.ts'
import { costWithSavings, previewAgreed } from '#features/loans/loans/rules/agreed-preview.ts'
import type { LoanPreview } from '#features/loans/loans/rules/loan-preview.ts'
import { loanStatusLabels } from '#features/loans/loans/rules/loan.ts'
import { eventsOf } from '#features/loans/loans/rules/running-loan.ts'
import type { ScheduleTerms } from '#features/loans/loans/rules/schedule-terms.ts'
import type { Kobo } from '#core/money.ts'
import { Refusal, refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { sql } from '#platform/db/sql.ts'
import { type AgreedTerms, type Delay, delayOf } from '#features/loans/loans/rules/agreement.ts'
import type { Tx } from '#platform/db/tx.ts'
import { getLoan } from '#features/loans/details/server/queries.ts'
import { findRunningLoan } from '#features/loans/running-loans/server/queries.ts'

/** For whom an agreement is: a guarantor reads of the guarantees their own alone. */
export type Reader = 'officer' | 'borrower' | 'guarantor'

/** What this caller is to the loan. Refuses: not_found, where they are nothing to it. */
export async function findReader(tx: Tx, actor: TenantActor, loanId: LoanId): Promise<Reader> {
  const isOfficer = actor.role !== 'member'
  const found = await tx.maybe<{ reader: Reader }>(sql`
    select ${isOfficer ? 'officer' : 'borrower'}::text as reader from app.loan where loan_id = ${loanId}
    union all
    select 'guarantor' from app.loan_guarantor where not ${isOfficer}::boolean and loan_id = ${loanId} and member_id = ${actor.memberId ?? null}::uuid and status = 'accepted'`)
  return found?.reader ?? refuse('not_found')
}

type Facts = {
  society: string
  registrationNumber: string | null
  address: string | null
  logo: Buffer | null
  borrowerAddress: string | null
  borrowerPhone: string | null
  /** Which application of this borrower it is, counted from their first. */
  count: number
  ownPledge: Kobo
}

export type Agreement = {
  facts: Facts
  loan: Replied<typeof loanContract>
  schedule: ScheduleTerms
  /** As agreed: without what was repaid since. */
  preview: LoanPreview
  /** With own savings that have to stay. */
  withSavings: AgreedTerms['withSavings']
  delay: Delay
  /** From when the schedule counts, and whether money has been paid out then. */
  startOn: Day
  isPaidOut: boolean
}

/** Everything that is on the agreement. Refuses: loan_not_agreed. */
export async function findAgreement(
  tx: Tx,
  actor: TenantActor,
  loanId: LoanId,
  context: Pick<Context, 'now'>,
): Promise<Agreement> {
  const [loan, held, facts] = await Promise.all([
    getLoan(tx, actor, { loanId }, context),
    findRunningLoan(tx, loanId),
    tx.one<Facts>(sql`
      select c.name as society, c.registration_number, c.address, (select o.content from app.logo o) as logo, m.address as "borrowerAddress", m.phone as "borrowerPhone",
        (select count(*)::int from app.loan o where o.member_id = l.member_id and (o.submitted_at, o.loan_id) <= (l.submitted_at, l.loan_id)) as count,
        coalesce((select p.amount from app.pledge p where p.pledge_id = l.own_pledge_id), 0)::bigint as "ownPledge"
      from app.loan l join app.member m using (member_id) join app.cooperative c on c.cooperative_id = l.cooperative_id where l.loan_id = ${loanId}`),
  ])
  if (!agreedStatuses.includes(loan.status))
    refuse('loan_not_agreed', { status: loanStatusLabels[loan.status].toLowerCase() })
  const decided = loan.decisions.find(({ decision }) => decision === 'approved')?.at ?? loan.submittedAt
  const startOn = held.startOn ?? dayIn(decided)
  const { disbursements } = eventsOf(held.movements)
  const { plan, paidOut, preview } = previewAgreed(held, disbursements, startOn)
  if (preview instanceof Refusal) throw preview
  const { ownPledge: savings } = facts
  const rate = costWithSavings(preview, paidOut, savings)
  return {
    facts,
    loan,
    schedule: held.schedule,
    preview,
    withSavings: rate === null ? null : { savings, effectiveAnnualRate: rate },
    delay: delayOf(plan, paidOut),
    startOn,
    isPaidOut: disbursements.length > 0,
  }
}
