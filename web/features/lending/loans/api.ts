import type { getLoanReview } from '#contract/lending/loan-review.ts'
import type { getLoanPortfolio } from '#contract/lending/loan-portfolio.ts'
import type { listGoods } from '#contract/lending/goods.ts'
import type { Replied } from '#contract/endpoint.ts'
import type { getLoan, listLoans } from '#contract/lending/loans.ts'

export type Loan = Replied<typeof listLoans>
export type LoanDetail = Replied<typeof getLoan>
export type LoanMovement = LoanDetail['movements'][number]

export type Good = Replied<typeof listGoods>

export type Portfolio = Replied<typeof getLoanPortfolio>

export type LoanReview = Replied<typeof getLoanReview>
