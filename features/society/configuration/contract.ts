import * as z from 'zod/mini'
import { societyKinds } from '#features/accounting/books/rules/account-kinds.ts'
import { isYearDay } from './rules/settings.ts'
import type { ConfigurationChangeId, LoanConfigurationId } from '#core/ids.ts'
import { limitBases } from '#features/loans/loans/rules/loan-terms.ts'
import { instalmentUnits } from '#features/loans/loans/rules/due-dates.ts'
import { interestBases, interestMethods } from '#features/loans/loans/rules/loan.ts'
import { type Kobo, kobo, koboMax } from '#core/money.ts'
import { configuration } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { decimal } from '#core/contract/decimal.ts'
import {
  day,
  id,
  instant,
  listQuery,
  naira,
  nairaNotNegative,
  period,
  requiredText,
  textOf,
  whole,
} from '#core/contract/fields.ts'
import { fees, penalty } from '#features/loans/loans/loan-charges.ts'
import { changedScheduleTerms, scheduleTerms } from '#features/loans/loans/schedule-terms.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** The most that one share, one fee or one least contribution may be: a billion naira. */
const settingMax = kobo(100_000_000_000n) as Kobo

const yearlyRate = decimal(1000, 4)

/** What a loan product asks beside interest and length. */
const loanRules = {
  /** What the multiple is a multiple of. */
  limitOn: z.enum(limitBases, fill(strings.useOneOf, { join: limitBases.join(', ') })),
  /** From so many years of membership on, this multiple holds instead; an empty list: one multiple for everybody. */
  yearSteps: z.array(z.strictObject({ years: whole(60), multiple: decimal(100) }), strings.sendAListOfYears).check(
    z.maxLength(10, strings.giveAtMostSteps),
    z.refine((steps) => new Set(steps.map(({ years }) => years)).size === steps.length, strings.nameEachNumberOfYears),
  ),
  /** Null: as the cooperative does. */
  waitingMonths: z.nullable(whole(120)),
  guarantorsRequired: z.nullable(whole(10)),
  /** Who owes a loan can't be a guarantor. */
  guarantorsUnindebted: z.boolean(strings.useTrueOrFalse),
  /** What part of the principal the guarantors' savings cover together; 0: they pledge nothing. */
  guarantorCoverPercent: whole(100),
  /** What part of the principal stays on the borrower's own savings. */
  ownCoverPercent: whole(100),
  /** All deductions of a month are at most a third of the net salary. */
  thirdOfSalary: z.boolean(strings.useTrueOrFalse),
  /** How many days an instalment of any of the member's loans may be overdue; null: as many as it likes. */
  overdueDaysMax: z.nullable(whole(365)),
  /** A member who still owes what was written off may borrow all the same. */
  writtenOffMayBorrow: z.boolean(strings.useTrueOrFalse),
  /** How many loans, and how many of this product, a member has at once; 0: as many as they like. */
  loansMax: whole(20),
  sameLoansMax: whole(20),
  /** What part of such a loan has come back before a new loan may settle it; null: none may. */
  topUpAfterPercent: z.nullable(whole(100)),
  /** It pays for goods of the cooperative's list, and is as much as they cost. */
  forGoods: z.boolean(strings.useTrueOrFalse),
  /** How many officers must approve a loan of this amount or more; one where the list is empty. The officer who recorded it can't approve it if another officer can. */
  approvalSteps: z
    .array(
      z.strictObject({
        from: nairaNotNegative(koboMax),
        approvals: z.int(strings.enterOr).check(z.minimum(1, strings.enterOr), z.maximum(3, strings.enterOr)),
      }),
      strings.sendAListOfFrom,
    )
    .check(
      z.maxLength(5, strings.giveAtMostSteps2),
      z.refine((steps) => new Set(steps.map(({ from }) => from)).size === steps.length, strings.nameEachAmountOnce),
    ),
  /** How often an instalment falls due; its length is counted in these. */
  repaidEvery: z.enum(instalmentUnits, fill(strings.useOneOf, { join: instalmentUnits.join(', ') })),
  /** A loan of at most so many instalments costs this much a year instead; an empty list: one rate for every length. */
  rateSteps: z
    .array(z.strictObject({ instalments: whole(600), annualRatePercent: yearlyRate }), strings.sendAListOfInstalments)
    .check(
      z.maxLength(10, strings.giveAtMostSteps),
      z.refine(
        (steps) => new Set(steps.map(({ instalments }) => instalments)).size === steps.length,
        strings.nameEachNumberOfInstalments,
      ),
    ),
  /** How its instalments are worked out. */
  schedule: z.strictObject(scheduleTerms),
  fees,
  penalty,
}
const changedRules = {
  ...z.partial(z.object(loanRules)).shape,
  schedule: z.optional(z.strictObject(changedScheduleTerms)),
}

const shareParValue = nairaNotNegative(settingMax).check(
  z.refine((amount) => amount > 0n, strings.enterAnAmountAboveZero),
)

const settings = z.object({
  /** What the bye-laws make of the society; a non-interest one pays no interest on savings. */
  societyKind: z.enum(societyKinds),
  fiscalYearStart: z.string(),
  shareParValue: naira,
  sharesMin: z.number(),
  shareCeilingPercent: z.number(),
  contributionMin: naira,
  /** For members who joined earlier: the first month whose contribution is due. */
  contributionsDueFrom: period,
  entranceFee: naira,
  savingsMultiple: z.number(),
  waitingMonths: z.number(),
  guarantorsRequired: z.number(),
  exitNoticeMonths: z.number(),
  leavingFee: naira,
  /** How many approvals each of these needs, and from what amount on; null: one as soon as two officers can approve it. */
  withdrawalApprovals: z.nullable(z.number()),
  withdrawalApprovalsFrom: naira,
  shareApprovals: z.nullable(z.number()),
  shareApprovalsFrom: naira,
  journalApprovals: z.nullable(z.number()),
  journalApprovalsFrom: naira,
  reversalApprovals: z.nullable(z.number()),
  reversalApprovalsFrom: naira,
  writeOffApprovals: z.nullable(z.number()),
  writeOffApprovalsFrom: naira,
  /** When interest on loans is income. */
  loanInterestBasis: z.enum(interestBases),
  suspendInterestAfterDays: z.number(),
  /** An overdue sum up to this amount, or late up to so many days, is not counted as arrears. */
  arrearsTolerance: naira,
  arrearsToleranceDays: z.number(),
  /** A late loan that got new terms counts as late until so many instalments in a row are paid on time. */
  arrearsCuredAfter: z.number(),
  booksBeginOn: day,
  closedThrough: z.nullable(day),
})

export const societyKind = z.enum(societyKinds, fill(strings.useOneOf, { join: societyKinds.join(', ') }))

/** The settings that one call may change, beside the kind of society. */
export const changedSettings = {
  /** MM-DD. */
  fiscalYearStart: z.optional(textOf(5, isYearDay, strings.useADayOfEvery)),
  shareParValue: z.optional(shareParValue),
  sharesMin: z.optional(whole(1_000_000)),
  shareCeilingPercent: z.optional(decimal(100)),
  contributionMin: z.optional(nairaNotNegative(settingMax)),
  contributionsDueFrom: z.optional(period),
  entranceFee: z.optional(nairaNotNegative(settingMax)),
  savingsMultiple: z.optional(decimal(100)),
  waitingMonths: z.optional(whole(120)),
  guarantorsRequired: z.optional(whole(10)),
  exitNoticeMonths: z.optional(whole(24)),
  leavingFee: z.optional(nairaNotNegative(settingMax)),
  /** Null: one approval as soon as two officers can approve it. */
  withdrawalApprovals: z.optional(z.nullable(whole(2))),
  withdrawalApprovalsFrom: z.optional(nairaNotNegative(koboMax)),
  shareApprovals: z.optional(z.nullable(whole(2))),
  shareApprovalsFrom: z.optional(nairaNotNegative(koboMax)),
  journalApprovals: z.optional(z.nullable(whole(2))),
  journalApprovalsFrom: z.optional(nairaNotNegative(koboMax)),
  reversalApprovals: z.optional(z.nullable(whole(2))),
  reversalApprovalsFrom: z.optional(nairaNotNegative(koboMax)),
  writeOffApprovals: z.optional(z.nullable(whole(2))),
  writeOffApprovalsFrom: z.optional(nairaNotNegative(koboMax)),
  loanInterestBasis: z.optional(z.enum(interestBases, fill(strings.useOneOf, { join: interestBases.join(', ') }))),
  suspendInterestAfterDays: z.optional(
    z
      .int(strings.enterANumberOfDays)
      .check(z.minimum(1, strings.enterANumberOfDays), z.maximum(365, strings.enterANumberOfDays)),
  ),
  arrearsTolerance: z.optional(nairaNotNegative(settingMax)),
  arrearsToleranceDays: z.optional(whole(30)),
  arrearsCuredAfter: z.optional(
    z
      .int(strings.enterAWholeNumberFromTo)
      .check(z.minimum(1, strings.enterAWholeNumberFromTo), z.maximum(24, strings.enterAWholeNumberFromTo)),
  ),
}

export const getConfiguration = endpoint({
  method: 'GET',
  path: '/financial/config',
  summary: "The cooperative's settings.",
  access: 'configuration.read',
  reply: settings,
})

export const updateConfiguration = endpoint({
  method: 'PUT',
  path: '/financial/config',
  summary: 'Changes the settings that it names; the history keeps what they were.',
  access: 'configuration.update',
  says: ['settings', 'Changed the financial settings'],
  changes: configuration,
  stepUp: true,
  mayWait: true,
  body: z.strictObject({ societyKind: z.optional(societyKind), ...changedSettings }),
  reply: settings,
  message: 'Settings changed',
})

const changeKinds = ['settings', 'account_type', 'loan_configuration', 'account', 'good'] as const
const changedValue = z.nullable(z.union([z.string(), z.number(), z.boolean()]))

export const listConfigurationChanges = endpoint({
  method: 'GET',
  path: '/financial/configs',
  summary:
    'What was changed in the settings, account types, loan configurations and goods, by whom and when, newest first.',
  access: 'configuration.review',
  query: listQuery(['changedAt'], { kind: z.optional(z.enum(changeKinds)) }),
  kind: 'list',
  reply: z.object({
    id: id<ConfigurationChangeId>(),
    kind: z.enum(changeKinds),
    subjectName: z.string(),
    /** Amounts in naira; null before something was there. */
    changes: z.array(z.object({ field: z.string(), before: changedValue, after: changedValue })),
    changedBy: z.string(),
    changedAt: instant,
  }),
})

export const loanConfiguration = z.object({
  id: id<LoanConfigurationId>(),
  name: z.string(),
  interestMethod: z.enum(interestMethods),
  annualRatePercent: z.number(),
  instalmentsMax: z.number(),
  /** How many times the savings can be borrowed. */
  savingsMultiple: z.number(),
  ...loanRules,
  isDefault: z.boolean(),
  retired: z.boolean(),
})

export const listLoanConfigurations = endpoint({
  method: 'GET',
  path: '/financial/loan-configs',
  summary: 'The loan products that the cooperative offers; with `retired=true` those too that it offers no more.',
  access: 'configuration.read',
  keyScope: 'loans.read',
  query: listQuery(['name', 'annualRatePercent'], {
    retired: z.optional(z.enum(['true', 'false'], strings.useTrueOrFalse)),
  }),
  kind: 'list',
  reply: loanConfiguration,
})

const loanTerms = {
  name: requiredText(strings.nameTheLoanConfiguration, 60),
  interestMethod: z.enum(interestMethods, fill(strings.useOneOf, { join: interestMethods.join(', ') })),
  annualRatePercent: yearlyRate,
  instalmentsMax: z
    .int(strings.enterAWholeNumberFromTo2)
    .check(z.minimum(1, strings.enterAWholeNumberFromTo2), z.maximum(600, strings.enterAWholeNumberFromTo2)),
  savingsMultiple: decimal(100),
}

/** A loan product as it is added. */
export const newLoanConfiguration = z.strictObject({ ...loanTerms, ...changedRules })

export const createLoanConfiguration = endpoint({
  method: 'POST',
  path: '/financial/loan-configs',
  summary: 'Adds a loan product.',
  access: 'configuration.update',
  stepUp: true,
  says: ['settings', 'Added a loan product'],
  changes: configuration,
  body: newLoanConfiguration,
  mayWait: true,
  reply: loanConfiguration,
  status: 201,
  message: 'Loan configuration added',
})

export const getDefaultLoanConfiguration = endpoint({
  method: 'GET',
  path: '/financial/loan-config',
  summary: 'The loan product that is used where none is named.',
  access: 'configuration.read',
  reply: loanConfiguration,
})

const loanConfigurationParams = z.object({ id: id<LoanConfigurationId>() })

export const getLoanConfiguration = endpoint({
  method: 'GET',
  path: '/financial/loan-config/:id',
  summary: 'One loan product.',
  access: 'configuration.read',
  params: loanConfigurationParams,
  reply: loanConfiguration,
})

export const updateLoanConfiguration = endpoint({
  method: 'PUT',
  path: '/financial/loan-config/:id',
  summary:
    'Changes the fields of a loan product that it names, makes it the default, retires it or brings it back. Loans that were asked for keep their terms.',
  access: 'configuration.update',
  stepUp: true,
  says: ['settings', 'Changed a loan product'],
  changes: configuration,
  mayWait: true,
  params: loanConfigurationParams,
  body: z.strictObject({
    name: z.optional(loanTerms.name),
    interestMethod: z.optional(loanTerms.interestMethod),
    annualRatePercent: z.optional(loanTerms.annualRatePercent),
    instalmentsMax: z.optional(loanTerms.instalmentsMax),
    savingsMultiple: z.optional(loanTerms.savingsMultiple),
    ...changedRules,
    isDefault: z.optional(z.literal(true, strings.makeAnotherLoanConfigurationThe)),
    retired: z.optional(z.boolean(strings.useTrueOrFalse)),
  }),
  reply: loanConfiguration,
  message: 'Loan configuration changed',
})

export const retireLoanConfiguration = endpoint({
  method: 'DELETE',
  path: '/financial/loan-config/:id',
  summary: 'Retires a loan product: it is no longer offered, and its loans stay.',
  access: 'configuration.update',
  stepUp: true,
  says: ['settings', 'Retired a loan product'],
  changes: configuration,
  params: loanConfigurationParams,
  reply: z.null(),
  message: 'Loan configuration retired',
})
