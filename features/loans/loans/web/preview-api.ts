import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { previewLoanProduct } from '#features/loans/loans/loan-product-preview.ts'
import type { Kobo } from '#core/money.ts'
import { query } from '#ui/api/query.ts'
import type { EligibleLoan } from './eligibility-api.ts'

/** The schedule as it would be if the loan were paid out today, by the terms of its product. */
export function previewQuery({ loanConfigId: id }: EligibleLoan, principal: Kobo, instalments: number) {
  return queryOptions({
    ...query(previewLoanProduct, { id, principal, instalments }),
    placeholderData: keepPreviousData,
  })
}
