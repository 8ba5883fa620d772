import type { SocietyKind } from '#features/accounting/books/rules/account-kinds.ts'
import type { LoanRules } from '#features/loans/loans/rules/loan-terms.ts'
import type { InterestBasis, InterestMethod } from '#features/loans/loans/rules/loan.ts'
import { type Kobo, kobo, zeroKobo } from '#core/money.ts'

export type AccountTypePreset = {
  code: string
  name: string
  kind: 'savings' | 'shares'
  controlCode: string
  isDefault?: true
}

/** The savings and share products that a new cooperative starts with. */
export const accountTypePresets: readonly AccountTypePreset[] = [
  { code: 'ordinary', name: 'Ordinary savings', kind: 'savings', controlCode: '2110', isDefault: true },
  { code: 'special', name: 'Special savings', kind: 'savings', controlCode: '2120' },
  { code: 'target', name: 'Target savings', kind: 'savings', controlCode: '2130' },
  { code: 'shares', name: 'Shares', kind: 'shares', controlCode: '3110' },
]

export type LoanConfigurationPreset = {
  code: string
  name: string
  interestMethod: InterestMethod
  annualRatePpm: number
  instalmentsMax: number
  savingsMultiplePercent: number
  controlCode: string
  isDefault?: true
  /** What it asks beside what every product asks. */
  rules?: Partial<LoanRules>
}

/** The loan products that a new cooperative starts with. */
export const loanConfigurationPresets: readonly LoanConfigurationPreset[] = [
  {
    code: 'regular',
    name: 'Regular',
    interestMethod: 'equal_instalment',
    annualRatePpm: 120_000,
    instalmentsMax: 24,
    savingsMultiplePercent: 200,
    controlCode: '1210',
    isDefault: true,
    rules: { guarantorCoverPercent: 100 },
  },
  {
    code: 'emergency',
    name: 'Emergency',
    interestMethod: 'flat',
    annualRatePpm: 100_000,
    instalmentsMax: 5,
    savingsMultiplePercent: 25,
    controlCode: '1220',
  },
  {
    code: 'commodity',
    name: 'Commodity',
    interestMethod: 'murabaha',
    annualRatePpm: 80_000,
    instalmentsMax: 12,
    savingsMultiplePercent: 100,
    controlCode: '1230',
  },
]

/** A new cooperative's settings, each within what Nigerian societies do (domain.md 1.8 of the design notes). */
export const configurationPreset = {
  societyKind: 'general' as SocietyKind,
  fiscalYearStart: '01-01',
  shareParValue: kobo(50_000) as Kobo,
  sharesMin: 20,
  shareCeilingBasisPoints: 2000,
  contributionMin: kobo(100_000) as Kobo,
  entranceFee: kobo(200_000) as Kobo,
  savingsMultiplePercent: 200,
  waitingMonths: 6,
  guarantorsRequired: 2,
  exitNoticeMonths: 1,
  leavingFee: zeroKobo,
  withdrawalApprovals: null,
  withdrawalApprovalsFrom: zeroKobo,
  shareApprovals: null,
  shareApprovalsFrom: zeroKobo,
  journalApprovals: null,
  journalApprovalsFrom: zeroKobo,
  reversalApprovals: null,
  reversalApprovalsFrom: zeroKobo,
  writeOffApprovals: null,
  writeOffApprovalsFrom: zeroKobo,
  loanInterestBasis: 'cash' as InterestBasis,
  suspendInterestAfterDays: 90,
  arrearsTolerance: zeroKobo,
  arrearsToleranceDays: 0,
  arrearsCuredAfter: 3,
}

/** How many years before its registration here a society may date its books, for the history that it brings along. */
export const booksBeginYearsBack = 10
