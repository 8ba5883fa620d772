import * as z from 'zod/mini'
import { accountTypeKinds } from '#features/accounting/books/rules/account-kinds.ts'
import { breakRules, maturityActs } from '#features/savings/fixed-deposits/rules/words.ts'
import type { AccountTypeId } from '#core/ids.ts'
import { interestDayCounts, postingIntervals, savingsMethods } from '#features/savings/interest/rules/words.ts'
import { koboMax } from '#core/money.ts'
import { configuration } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { decimal } from '#core/contract/decimal.ts'
import {
  day,
  id,
  listQuery,
  naira,
  nairaAboveZero,
  nairaNotNegative,
  requiredText,
  whole,
} from '#core/contract/fields.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

const roundings = ['half_up', 'half_even'] as const

const rate = { annualRatePercent: z.number(), dayCount: z.enum(interestDayCounts), rounding: z.enum(roundings) }

/** How savings earn, in whole months. */
const interest = z.object({
  ...rate,
  method: z.enum(savingsMethods),
  every: z.enum(postingIntervals),
  /** A balance below it earns nothing. */
  leastBalance: naira,
})

const fixedDeposit = z.object({
  ...rate,
  months: z.number(),
  leastAmount: naira,
  atMaturity: z.enum(maturityActs),
  breakRule: z.enum(breakRules),
  breakRatePercent: z.number(),
  noticeDays: z.number(),
  /** Further rates, by term and amount; of those that a deposit reaches, the one with the largest `from` holds. */
  rates: z.array(z.object({ months: z.number(), from: naira, annualRatePercent: z.number() })),
})

export const accountType = z.object({
  id: id<AccountTypeId>(),
  code: z.string(),
  name: z.string(),
  kind: z.enum(accountTypeKinds),
  isDefault: z.boolean(),
  retired: z.boolean(),
  /** Target and Christmas savings: nothing leaves before this day. */
  releaseOn: z.nullable(day),
  /** An officer may pay out before it all the same. */
  earlyRelease: z.boolean(),
  /** Null where savings earn nothing. */
  interest: z.nullable(interest),
  /** The terms of a fixed deposit. */
  fixedDeposit: z.nullable(fixedDeposit),
})

const monthsSentence = strings.enterAWholeNumberFrom
/** How long a deposit runs. */
const months = z.int(monthsSentence).check(z.minimum(1, monthsSentence), z.maximum(120, monthsSentence))
const annualRatePercent = decimal(100).check(z.refine((percent) => percent > 0, strings.enterARateAboveZero))
const rateGiven = {
  annualRatePercent,
  /** actual/365 when left out. */
  dayCount: z.optional(z.enum(interestDayCounts, fill(strings.useOneOf, { join: interestDayCounts.join(', ') }))),
  /** half_up when left out. */
  rounding: z.optional(z.enum(roundings, fill(strings.useOneOf, { join: roundings.join(', ') }))),
}

const terms = {
  releaseOn: z.optional(z.nullable(day)),
  earlyRelease: z.optional(z.boolean(strings.useTrueOrFalse)),
  /** Null takes the interest off; what was posted stays. */
  interest: z.optional(
    z.nullable(
      z.strictObject({
        ...rateGiven,
        method: z.enum(savingsMethods, fill(strings.useOneOf, { join: savingsMethods.join(', ') })),
        every: z.enum(postingIntervals, fill(strings.useOneOf, { join: postingIntervals.join(', ') })),
        leastBalance: z.optional(nairaNotNegative(koboMax)),
      }),
    ),
  ),
  /** For deposits that are opened from then on; those that run keep their terms. */
  fixedDeposit: z.optional(
    z.strictObject({
      ...rateGiven,
      months,
      leastAmount: nairaAboveZero,
      atMaturity: z.enum(maturityActs, fill(strings.useOneOf, { join: maturityActs.join(', ') })),
      breakRule: z.enum(breakRules, fill(strings.useOneOf, { join: breakRules.join(', ') })),
      breakRatePercent: z.optional(decimal(100)),
      noticeDays: z.optional(whole(366)),
      /** Further rates, by term and amount; none when left out. */
      rates: z.optional(
        z
          .array(
            z.strictObject({ months, from: nairaNotNegative(koboMax), annualRatePercent }),
            strings.sendAListOfMonths,
          )
          .check(z.maxLength(20, strings.giveAtMostRates)),
      ),
    }),
  ),
}

export const listAccountTypes = endpoint({
  method: 'GET',
  path: '/financial/account-types',
  summary:
    'The savings, deposit and share products that the cooperative offers; with `retired=true` those too that it offers no more.',
  access: 'configuration.read',
  keyScope: 'savings.read',
  query: listQuery(['name', 'code'], { retired: z.optional(z.enum(['true', 'false'], strings.useTrueOrFalse)) }),
  kind: 'list',
  reply: accountType,
})

const accountTypeName = requiredText(strings.nameTheAccountType, 60)

/** An account type as it is added. */
export const newAccountType = z.strictObject({
  name: accountTypeName,
  kind: z.enum(accountTypeKinds, strings.useSavingsSharesOrFixed),
  ...terms,
})

export const createAccountType = endpoint({
  method: 'POST',
  path: '/financial/account-types',
  summary:
    'Adds a savings, deposit or share product, with a control account of its own in the chart. With two or more officers one that earns interest waits for another one.',
  access: 'configuration.update',
  says: ['settings', 'Added an account type'],
  changes: configuration,
  mayWait: true,
  body: newAccountType,
  reply: accountType,
  status: 201,
  message: 'Account type added',
})

export const updateAccountType = endpoint({
  method: 'PUT',
  path: '/financial/account-types/:id',
  summary:
    'Renames an account type, sets its release date, its interest or the terms of deposits to come, makes it the default, retires it or brings it back. Money on a retired one stays where it is. With two or more officers what changes the interest waits for another one.',
  access: 'configuration.update',
  says: ['settings', 'Changed an account type'],
  changes: configuration,
  mayWait: true,
  params: z.object({ id: id<AccountTypeId>() }),
  body: z.strictObject({
    name: z.optional(accountTypeName),
    isDefault: z.optional(z.literal(true, strings.makeAnotherAccountTypeThe)),
    retired: z.optional(z.boolean(strings.useTrueOrFalse)),
    ...terms,
  }),
  reply: accountType,
  message: 'Account type changed',
})
