import * as z from 'zod/mini'
import type { LoanId } from '#core/ids.ts'
import { loanStatuses, settlesMax } from '#features/loans/loans/rules/loan.ts'
import { day, id, lengthAtMost, naira } from '#core/contract/fields.ts'
import { fill } from '#core/fill.ts'
import * as strings from '#features/loans/loans/strings.ts'

const tooMany = fill(strings.nameAtMostLoansTo, { settlesMax })
const areDifferent = (ids: readonly string[]) => new Set(ids).size === ids.length

/** Running loans of the borrower that a new one settles first. */
export const loansToSettle = z
  .array(id<LoanId>(), strings.sendTheLoansToSettle)
  .check(z.maxLength(settlesMax, tooMany), z.refine(areDifferent, strings.nameEachLoanOnce))

/** The same in a query string: ids with commas between. */
export const loansToSettleInQuery = z.codec(
  z.string().check(
    lengthAtMost(37 * settlesMax, tooMany),
    z.refine(
      (text) => text.split(',').every((each) => id<LoanId>().safeParse(each).success),
      strings.nameEachLoanByIts,
    ),
    z.refine(
      (text) => areDifferent(text.split(',')) && text.split(',').length <= settlesMax,
      fill(strings.nameAtMostLoansOnce, { settlesMax }),
    ),
  ),
  z.custom<readonly LoanId[]>(),
  { decode: (text) => text.split(',') as LoanId[], encode: (ids) => ids.join(',') },
)

/** A running loan whose product allows a new one to settle it, and what does so today; `whyNot` is the sentence by which settling it with a new loan would be refused. */
export const runningToSettle = z.object({
  loanId: id<LoanId>(),
  name: z.string(),
  outstanding: naira,
  settlement: naira,
  whyNot: z.nullable(z.string()),
})

/** A loan that this one settles with its first money, and for how much once it has. */
export const settledLoan = z.object({
  loanId: id<LoanId>(),
  loanConfig: z.string(),
  principal: naira,
  outstanding: naira,
  on: z.nullable(day),
  amount: z.nullable(naira),
})

/** The loan that settles this one, or has: applied for, approved or paid out. */
export const settlingLoan = z.object({
  loanId: id<LoanId>(),
  loanConfig: z.string(),
  principal: naira,
  status: z.enum(loanStatuses),
})
