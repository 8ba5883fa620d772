import * as z from 'zod/mini'
import type { LoanConfigurationId, MemberId } from '#core/ids.ts'
import { instalmentUnits } from './rules/due-dates.ts'
import { eligibilityRules } from './rules/eligibility-rule.ts'
import { interestMethods } from './rules/loan.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, id, naira } from '#core/contract/fields.ts'
import { countInQuery, nairaInQuery } from '#core/contract/query-fields.ts'
import { loansToSettleInQuery, runningToSettle } from '#features/loans/top-ups/contract.ts'

const figure = z.nullable(z.object({ money: z.nullable(naira), count: z.nullable(z.number()) }))

/** One rule: whether it is met, how things are, what it takes, what is missing and from when. */
export const ruleStanding = z.object({
  rule: z.enum(eligibilityRules),
  isMet: z.boolean(),
  now: figure,
  asked: figure,
  gap: figure,
  /** How much more has to be saved, where saving helps. */
  toSave: z.nullable(naira),
  /** When it will be met as things go now; null where that can't be computed. */
  metOn: z.nullable(day),
  /** The sentences by which an application would be refused. */
  reasons: z.array(z.string()),
})

export const getLoanEligibility = endpoint({
  method: 'GET',
  path: '/financial/loans/eligibility',
  summary:
    'How much a member may borrow at most now on each loan that is offered, and each rule: whether it is met, what they have, what is missing and from when. Applying is refused by the same rules.',
  access: 'loan.apply',
  query: z.object({
    memberId: z.optional(id<MemberId>()),
    loanConfigId: z.optional(id<LoanConfigurationId>()),
    /** What they think of asking for; without it the rules are told for any amount. */
    principal: z.optional(nairaInQuery),
    instalments: z.optional(countInQuery(600)),
    netSalary: z.optional(nairaInQuery),
    /** Running loans that the new one would settle: everything is told as if they were. */
    settles: z.optional(loansToSettleInQuery),
  }),
  reply: z.object({
    memberId: id<MemberId>(),
    memberName: z.string(),
    savings: naira,
    /** Of the usual savings account: neither pledged nor asked for already. */
    free: naira,
    /** The principal of other loans that are asked for, approved or running. */
    committed: naira,
    /** What they undertook to save each month. */
    monthly: naira,
    /** As they last stated it. */
    netSalary: z.nullable(naira),
    running: z.array(runningToSettle),
    loans: z.array(
      z.object({
        loanConfigId: id<LoanConfigurationId>(),
        name: z.string(),
        isDefault: z.boolean(),
        interestMethod: z.enum(interestMethods),
        annualRatePercent: z.number(),
        /** Loans of at most so many instalments cost this much a year instead. */
        rateSteps: z.array(z.object({ instalments: z.number(), annualRatePercent: z.number() })),
        instalmentsMax: z.number(),
        /** The borrower says what paying ahead brings. */
        choosesPrepayment: z.boolean(),
        /** What its instalments are counted in. */
        repaidEvery: z.enum(instalmentUnits),
        guarantorsRequired: z.number(),
        guarantorCoverPercent: z.number(),
        ownCoverPercent: z.number(),
        wantsSalary: z.boolean(),
        /** It pays for goods of the cooperative's list. */
        forGoods: z.boolean(),
        /** As a preview takes them; and with the penalty in words. */
        fees: z.array(
          z.object({
            name: z.string(),
            when: z.string(),
            of: z.string(),
            naira: z.optional(naira),
            percent: z.optional(z.number()),
          }),
        ),
        charges: z.object({ fees: z.array(z.string()), penalty: z.nullable(z.string()) }),
        max: naira,
        why: z.string(),
        /** The net salary, which may allow less, is still to be entered. */
        isUpTo: z.boolean(),
        rules: z.array(ruleStanding),
      }),
    ),
  }),
})
