import type { listLoanAccruals, previewLoanAccrual } from '#contract/lending/loan-accruals.ts'
import type { Replied } from '#contract/endpoint.ts'
import type { listInterestRuns, listInterestTypes, previewInterest } from '#contract/money/interest.ts'

export type InterestType = Replied<typeof listInterestTypes>
export type InterestLine = Replied<typeof previewInterest>
export type InterestRun = Replied<typeof listInterestRuns>

export type LoanAccrual = Replied<typeof listLoanAccruals>
export type LoanAccrualLine = Replied<typeof previewLoanAccrual>
