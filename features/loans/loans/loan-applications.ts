import * as z from 'zod/mini'
import type { GoodId, LoanConfigurationId, LoanId, MemberId } from '#core/ids.ts'
import { goodsLinesMax, goodsQuantityMax } from './rules/goods-limits.ts'
import { prepaymentChoices } from './rules/schedule-terms.ts'
import { lending, loanCases } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, id, longText, nairaAboveZero } from '#core/contract/fields.ts'
import { guarantorsMax, loanDetail } from './contract.ts'
import { loansToSettle } from '#features/loans/top-ups/contract.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

const someWords = z.optional(z.nullable(longText(strings.leaveItOutOrWrite, 300)))

const quantityWords = fill(strings.enterAWholeNumberFrom, { goodsQuantityMax })

/** What an application for goods lists. */
const goodsToBorrow = z
  .array(
    z.strictObject({
      goodId: id<GoodId>(),
      quantity: z.int(quantityWords).check(z.minimum(1, quantityWords), z.maximum(goodsQuantityMax, quantityWords)),
    }),
    strings.sendTheGoodsAsA,
  )
  .check(
    z.maxLength(goodsLinesMax, fill(strings.listAtMostGoods, { goodsLinesMax })),
    z.refine((lines) => new Set(lines.map(({ goodId }) => goodId)).size === lines.length, strings.nameEachGoodOnce),
  )

/** What every application says. */
const application = {
  instalments: z
    .int(strings.enterAWholeNumberOf)
    .check(z.minimum(1, strings.enterAtLeastInstalment), z.maximum(600, strings.enterAtMostInstalments)),
  purpose: someWords,
  /** The day from which it is wanted; the day on which it is paid out is what counts. */
  startOn: z.optional(day),
  collateral: someWords,
  /** Of a month, where the loan keeps to a third of it. */
  netSalary: z.optional(nairaAboveZero),
  /** What paying ahead brings, where the product leaves it to the borrower; fewer instalments where it is left out. */
  prepayment: z.optional(z.enum(prepaymentChoices, fill(strings.chooseOneOf, { join: prepaymentChoices.join(', ') }))),
  guarantors: z.optional(
    z.array(id<MemberId>(), strings.sendTheGuarantorsAsA).check(
      z.maxLength(guarantorsMax, fill(strings.nameAtMostGuarantors, { guarantorsMax })),
      z.refine((ids) => new Set(ids).size === ids.length, strings.nameEachGuarantorOnce),
    ),
  ),
}

export const applyForLoan = endpoint({
  method: 'POST',
  path: '/financial/loans',
  summary:
    'Asks for a loan: a member for themselves, an officer for the member they name. Every rule that it breaks is named with its figure.',
  access: 'loan.apply',
  says: ['loans', 'Applied for a loan'],
  changes: loanCases,
  needsProof: true,
  body: z.strictObject({
    memberId: z.optional(id<MemberId>()),
    loanConfigId: id<LoanConfigurationId>(),
    /** May be left out of a loan for goods; where it is sent it must be what they cost today. */
    principal: z.optional(nairaAboveZero),
    /** What a loan for goods pays for. */
    goods: z.optional(goodsToBorrow),
    ...application,
    /** Running loans of the same member that it settles first; the rest is paid out. */
    settles: z.optional(loansToSettle),
  }),
  reply: loanDetail,
  status: 201,
  message: 'Application sent',
})

export const topUpLoan = endpoint({
  method: 'POST',
  path: '/financial/loans/:loanId/top-up',
  summary:
    'Asks for a new loan that first settles this running one and pays out the rest, by the rules of an application. Without a product it is one of the same.',
  access: 'loan.apply',
  says: ['loans', 'Applied for a loan that settles a running one'],
  changes: lending,
  needsProof: true,
  params: z.object({ loanId: id<LoanId>() }),
  body: z.strictObject({
    loanConfigId: z.optional(id<LoanConfigurationId>()),
    /** Of the new loan, what settles the old one included. */
    principal: nairaAboveZero,
    ...application,
  }),
  reply: loanDetail,
  status: 201,
  message: 'Application sent',
})
