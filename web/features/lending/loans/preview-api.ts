import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Parsed } from '#contract/endpoint.ts'
import { previewLoan } from '#contract/lending/loan-preview.ts'
import type { Fee } from '#domain/lending/loans/product-charges.ts'
import type { Kobo } from '#domain/money.ts'
import { query } from '#web/api/query.ts'
import { todayInLagos } from '#web/ui/format.ts'
import type { EligibleLoan } from './eligibility-api.ts'

/** The schedule as it would be if the loan were paid out today, by the terms on which every loan of a society runs. */
export function previewQuery(
  { interestMethod, annualRatePercent, repaidEvery, fees }: EligibleLoan,
  principal: Kobo,
  instalments: number,
) {
  const method = interestMethod === 'murabaha' ? 'flat' : interestMethod
  const asked: Parsed<typeof previewLoan> = {
    principal,
    instalments,
    annualRatePercent,
    interestMethod: method,
    unit: repaidEvery,
    dayCount: 'monthly',
    startOn: todayInLagos(),
    fees: fees as Fee[],
  }
  return queryOptions({ ...query(previewLoan, asked), placeholderData: keepPreviousData })
}
