import type { AccountTypeKind, SocietyKind } from '#features/accounting/books/rules/account-kinds.ts'
import { accountTypePresets, configurationPreset, loanConfigurationPresets } from './presets.ts'
import type { Settings } from './settings.ts'
import type { DepositSaid, SavingsInterestSaid } from './type-terms.ts'
import { addMonthsToDay, type Day } from '#core/calendar.ts'
import type { LoanRules } from '#features/loans/loans/rules/loan-terms.ts'
import type { InterestMethod } from '#features/loans/loans/rules/loan.ts'
import { type Kobo, kobo } from '#core/money.ts'

/** A savings, deposit or share product as a kind of society usually has it. */
export type TypePreset = {
  name: string
  kind: AccountTypeKind
  /** MM-DD: nothing leaves before this day of the year. */
  releaseEach?: string
  interest?: SavingsInterestSaid
  fixedDeposit?: DepositSaid
}

export type LoanPreset = {
  name: string
  interestMethod: InterestMethod
  annualRatePercent: number
  instalmentsMax: number
  savingsMultiple: number
} & Partial<Omit<LoanRules, 'yearSteps' | 'rateSteps'>>

/** What such a society usually has; every figure is what a Nigerian society has (domain.md 1.8 of the design notes) and can be changed before it is stored. */
export type SocietyPreset = {
  settings: Omit<Settings, 'societyKind' | 'fiscalYearStart' | 'contributionsDueFrom'>
  accountTypes: readonly TypePreset[]
  loans: readonly LoanPreset[]
}

const { societyKind: _kind, fiscalYearStart: _start, ...generalSettings } = configurationPreset

const ordinary: TypePreset = { name: 'Ordinary savings', kind: 'savings' }
const special: TypePreset = { name: 'Special savings', kind: 'savings' }
const target: TypePreset = { name: 'Target savings', kind: 'savings' }
const christmas: TypePreset = { name: 'Christmas savings', kind: 'savings', releaseEach: '12-01' }
const shares: TypePreset = { name: 'Shares', kind: 'shares' }
const fixedDeposits: TypePreset = {
  name: 'Fixed deposits',
  kind: 'fixed_deposit',
  fixedDeposit: {
    annualRatePercent: 10,
    months: 12,
    leastAmount: kobo(100_000) as Kobo,
    atMaturity: 'pay_out',
    breakRule: 'forfeit',
  },
}

/** The loans of a new cooperative, as people say them. */
const generalLoans: readonly LoanPreset[] = loanConfigurationPresets.map(
  ({ name, interestMethod, annualRatePpm, instalmentsMax, savingsMultiplePercent, rules }) => {
    const { yearSteps: _steps, rateSteps: _rates, ...rest } = rules ?? {}
    return {
      name,
      interestMethod,
      annualRatePercent: annualRatePpm / 10_000,
      instalmentsMax,
      savingsMultiple: savingsMultiplePercent / 100,
      ...rest,
    }
  },
)

const commodity: LoanPreset = {
  name: 'Commodity',
  interestMethod: 'murabaha',
  annualRatePercent: 8,
  instalmentsMax: 12,
  savingsMultiple: 1,
}
const emergency: LoanPreset = {
  name: 'Emergency',
  interestMethod: 'flat',
  annualRatePercent: 20,
  instalmentsMax: 5,
  savingsMultiple: 0.25,
}

export const societyPresets: Record<SocietyKind, SocietyPreset> = {
  general: {
    settings: generalSettings,
    accountTypes: accountTypePresets.map(({ name, kind }) => ({ name, kind })),
    loans: generalLoans,
  },
  salary_earners: {
    settings: { ...generalSettings, sharesMin: 60 },
    accountTypes: [
      ordinary,
      { ...target, interest: { annualRatePercent: 1, method: 'minimum', every: 'year' } },
      christmas,
      fixedDeposits,
      shares,
    ],
    loans: [
      {
        name: 'Regular',
        interestMethod: 'equal_instalment',
        annualRatePercent: 12,
        instalmentsMax: 24,
        savingsMultiple: 2,
        thirdOfSalary: true,
        guarantorCoverPercent: 100,
      },
      {
        name: 'Long-term',
        interestMethod: 'equal_instalment',
        annualRatePercent: 5,
        instalmentsMax: 60,
        savingsMultiple: 2,
        thirdOfSalary: true,
        guarantorCoverPercent: 100,
        sameLoansMax: 1,
      },
      { ...emergency, thirdOfSalary: true },
      commodity,
    ],
  },
  market: {
    settings: { ...generalSettings, entranceFee: kobo(150_000) as Kobo },
    accountTypes: [ordinary, target, christmas, shares],
    loans: [
      {
        name: 'Regular',
        interestMethod: 'flat',
        annualRatePercent: 15,
        instalmentsMax: 12,
        savingsMultiple: 2,
        guarantorsUnindebted: true,
      },
      // Traders pay from what a market week brings.
      {
        name: 'Weekly',
        interestMethod: 'flat',
        annualRatePercent: 15,
        instalmentsMax: 26,
        savingsMultiple: 1,
        repaidEvery: 'week',
        guarantorsUnindebted: true,
      },
      emergency,
      commodity,
    ],
  },
  non_interest: {
    settings: { ...generalSettings, contributionMin: kobo(300_000) as Kobo, sharesMin: 40, exitNoticeMonths: 3 },
    accountTypes: [ordinary, special, target, shares],
    loans: [
      {
        name: 'Qard',
        interestMethod: 'flat',
        annualRatePercent: 0,
        instalmentsMax: 12,
        savingsMultiple: 2,
        guarantorsUnindebted: true,
      },
      { ...commodity, savingsMultiple: 2, ownCoverPercent: 20 },
    ],
  },
}

/** The next such day of the year from today on; today itself is over for savings that are to wait. */
export function nextDayOfYear(monthDay: string, today: Day): Day {
  const thisYear = `${today.slice(0, 4)}-${monthDay}` as Day
  return thisYear > today ? thisYear : addMonthsToDay(thisYear, 12)
}
