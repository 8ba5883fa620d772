import type { listLoanAccruals, previewLoanAccrual } from '#features/loans/accruals/contract.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { listInterestRuns, listInterestTypes, previewInterest } from '#features/savings/interest/contract.ts'

export type InterestType = Replied<typeof listInterestTypes>
export type InterestLine = Replied<typeof previewInterest>
export type InterestRun = Replied<typeof listInterestRuns>

export type LoanAccrual = Replied<typeof listLoanAccruals>
export type LoanAccrualLine = Replied<typeof previewLoanAccrual>
