import type { previewLoanProduct as contract } from '#features/loans/loans/loan-product-preview.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import { answeredPreview, costWithSavings, previewAgreed } from '#features/loans/loans/rules/agreed-preview.ts'
import { costOf } from '#features/loans/loans/rules/eligibility.ts'
import { partOf } from '#features/loans/loans/rules/loan-terms.ts'
import { termsOfScheduleInWords } from '#features/loans/loans/rules/schedule-terms.ts'
import { Refusal, refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findOffered } from './queries.ts'

/** Writes nothing. Refuses: not_found, and what cannot be a loan, every reason at once. */
export async function previewLoanProduct(
  tx: Tx,
  _actor: TenantActor,
  { id, principal, instalments, startOn, firstDueOn }: Parsed<typeof contract>,
  { now }: Context,
): Promise<Replied<typeof contract>> {
  const [loan] = await findOffered(tx, id)
  if (!loan) return refuse('not_found')
  const cost = costOf(loan, instalments)
  const { schedule, repaidEvery: unit } = loan.terms
  const agreed = { ...cost, principal, firstDueOn: firstDueOn ?? null, charges: loan.terms }
  const { preview, paidOut } = previewAgreed(agreed, [], startOn ?? dayIn(now))
  if (preview instanceof Refusal) throw preview
  return {
    ...answeredPreview(preview),
    annualRatePercent: cost.annualRatePpm / 10_000,
    effectiveAnnualRateWithSavings: costWithSavings(preview, paidOut, partOf(principal, loan.terms.ownCoverPercent)),
    scheduleInWords: termsOfScheduleInWords(schedule, { unit }),
  }
}
