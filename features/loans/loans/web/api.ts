import type { getLoanReview } from '#features/loans/loans/loan-review.ts'
import type { getLoanPortfolio } from '#features/loans/portfolio/contract.ts'
import type { listGoods } from '#features/loans/goods/contract.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { getLoan, listLoans } from '#features/loans/loans/contract.ts'

export type Loan = Replied<typeof listLoans>
export type LoanDetail = Replied<typeof getLoan>
export type LoanMovement = LoanDetail['movements'][number]

export type Good = Replied<typeof listGoods>

export type Portfolio = Replied<typeof getLoanPortfolio>

export type LoanReview = Replied<typeof getLoanReview>
