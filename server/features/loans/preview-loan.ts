import type { previewLoan as contract } from '#contract/loan-preview.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import { previewLoanPlan } from '#domain/loans/loan-preview.ts'
import { type Fraction, fractionOfPercent } from '#domain/loans/rounding.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Caller, Context } from '#server/context.ts'

const nothing: Fraction = { top: 0n, bottom: 1n }

/** Looks at no record and writes none. Refuses what cannot be a loan, every reason at once. */
export async function previewLoan(
  _context: Context,
  _caller: Caller,
  {
    principal, annualRatePercent, every = 1, gracePrincipal = 0, interestFree = 0, roundingMultiple, rounding = 'half_up', balloonPercent = 0, disbursements = [], repayments = [],
    prepayment = 'smaller', lateInterestOn = 'principal', asOf, ...agreed
  }: Parsed<typeof contract>,
): Promise<Replied<typeof contract> | Refusal> {
  const preview = previewLoanPlan(
    principal,
    {
      ...agreed, every, gracePrincipal, interestFree, rounding, prepayment, lateInterestOn, roundingMultiple: roundingMultiple || undefined,
      annualRate: fractionOfPercent(annualRatePercent) ?? nothing, balloon: fractionOfPercent(balloonPercent) ?? nothing,
    },
    { disbursements: disbursements.length > 0 ? disbursements : [{ on: agreed.startOn, amount: principal }], repayments, asOf },
  )
  if (preview instanceof Refusal) return preview
  const { nominalYearlyRate, ...reply } = preview
  return { ...reply, nominalYearlyRatePercent: Number(nominalYearlyRate) / 1000 }
}
