import { queryOptions } from '@tanstack/react-query'
import type { Parsed } from '#core/contract/endpoint.ts'
import { getLoanEligibility } from '#features/loans/loans/loan-eligibility.ts'
import type { MemberId } from '#core/ids.ts'
import { query } from '#ui/api/query.ts'

/** The rules for oneself, or for the member whom an officer chose, with this wish or with none. */
export const eligibilityQuery = (asked: Parsed<typeof getLoanEligibility>) =>
  queryOptions({
    ...query(getLoanEligibility, asked),
    // While a figure is typed the rows stay; another member's never are in for their.
    placeholderData: (before, last) => (last && isOf(last.queryKey.at(-1), asked.memberId) ? before : undefined),
  })

const isOf = (asked: unknown, memberId: MemberId | undefined) =>
  (asked as Parsed<typeof getLoanEligibility>).memberId === memberId
