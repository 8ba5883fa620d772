import { addDays, type Day } from '#core/calendar.ts'
import type { SocietyKind } from '#features/accounting/books/rules/account-kinds.ts'
import { whyNotLoanCost } from '#features/society/configuration/rules/loan-product.ts'
import { hundredths } from '#core/percent.ts'
import {
  type LoanPreset,
  nextDayOfYear,
  societyPresets,
  type TypePreset,
} from '#features/society/configuration/rules/society-presets.ts'
import { kobo, type Kobo } from '#core/money.ts'
import { session } from '#ui/session/session.ts'
import { type ApprovalsName, approvalsNames } from './ApprovalsSelect.tsx'
import type { AccountType, LoanConfiguration, Settings, SetUp } from './api.ts'

export const numberNames = [
  'sharesMin',
  'shareCeilingPercent',
  'savingsMultiple',
  'waitingMonths',
  'guarantorsRequired',
  'exitNoticeMonths',
] as const
export type NumberName = (typeof numberNames)[number]
export const amountNames = [
  'contributionMin',
  'shareParValue',
  'entranceFee',
  'leavingFee',
  'withdrawalApprovalsFrom',
  'shareApprovalsFrom',
  'journalApprovalsFrom',
  'reversalApprovalsFrom',
  'writeOffApprovalsFrom',
] as const
export type AmountName = (typeof amountNames)[number]

export type TypeDraft = { name: string; on: boolean; rate: string }
export type LoanDraft = TypeDraft & { instalments: string; multiple: string }

/** What has been chosen so far, numbers as they are typed. */
export type Draft = {
  step: number
  kind: SocietyKind
  numbers: Record<NumberName, string>
  approvals: Record<ApprovalsName, number | null>
  amounts: Record<AmountName, Kobo | undefined>
  types: TypeDraft[]
  loans: LoanDraft[]
}

/** What the cooperative has before the set-up. */
export type Present = { settings: Settings; types: AccountType[]; loans: LoanConfiguration[] }

/** A kind of society begins with what such societies have; the cooperative's own kind with what it has itself. */
export function beginDraft(kind: SocietyKind, { settings, types, loans }: Present, step: number): Draft {
  const preset = societyPresets[kind]
  const own = kind === settings.societyKind
  const { shareCeilingBasisPoints, savingsMultiplePercent, ...rest } = preset.settings
  const start = own
    ? settings
    : { ...rest, shareCeilingPercent: shareCeilingBasisPoints / 100, savingsMultiple: savingsMultiplePercent / 100 }
  const numbers = Object.fromEntries(numberNames.map((name) => [name, String(start[name])])) as Draft['numbers']
  const approvals = Object.fromEntries(approvalsNames.map((name) => [name, start[name]])) as Draft['approvals']
  const amounts = Object.fromEntries(amountNames.map((name) => [name, start[name]])) as Draft['amounts']
  return {
    step,
    kind,
    numbers,
    approvals,
    amounts,
    types: preset.accountTypes.map((each) => {
      const type = typeTerms(each, kind, { settings, types, loans })
      return {
        name: each.name,
        on: !isRetired(types, each.name, own),
        rate: String((type.interest ?? type.fixedDeposit)?.annualRatePercent ?? ''),
      }
    }),
    loans: preset.loans.map((each) => {
      const loan = loanTerms(each, kind, { settings, types, loans })
      return {
        name: each.name,
        on: !isRetired(loans, each.name, own),
        rate: String(loan.annualRatePercent),
        instalments: String(loan.instalmentsMax),
        multiple: String(loan.savingsMultiple),
      }
    }),
  }
}

function isRetired(all: readonly { name: string; retired: boolean }[], name: string, own: boolean): boolean {
  return own && (all.find((each) => each.name === name)?.retired ?? false)
}

type NewType = SetUp['accountTypes'][number]
type NewLoan = SetUp['loanConfigurations'][number]

function typeTerms(
  { releaseEach: _day, ...preset }: TypePreset,
  kind: SocietyKind,
  { settings, types }: Present,
): NewType {
  const there = kind === settings.societyKind ? types.find(({ name }) => name === preset.name) : undefined
  if (!there) return preset
  const { name, kind: typeKind, releaseOn, earlyRelease, interest, fixedDeposit } = there
  return { name, kind: typeKind, releaseOn, earlyRelease, interest, ...(fixedDeposit && { fixedDeposit }) }
}

function loanTerms(preset: LoanPreset, kind: SocietyKind, { settings, loans }: Present): NewLoan {
  const there = kind === settings.societyKind ? loans.find(({ name }) => name === preset.name) : undefined
  if (!there) return { ...preset, approvalSteps: [...(preset.approvalSteps ?? [])] }
  const { id: _id, isDefault: _default, retired: _retired, ...terms } = there
  return terms
}

/** The request that the draft makes, and what in it can't be read, by field. */
export function readSetUp(
  { kind, numbers, approvals, amounts, types, loans }: Draft,
  present: Present,
  today: Day,
): { body: SetUp; problems: Record<string, string> } {
  const problems: Record<string, string> = {}
  const read = (field: string, text: string, [least, most]: readonly [number, number] = [0, 100]): number => {
    const number = Number(text.trim().replace(',', '.'))
    if (text.trim() === '' || hundredths(number) === undefined || number < least || number > most)
      problems[field] = `Enter a number from ${least} to ${most}`
    return number
  }
  for (const name of amountNames)
    if (amounts[name] === undefined && isAsked(name, approvals)) problems[name] = 'Enter an amount, or 0'
  if (amounts.shareParValue === 0n) problems['shareParValue'] = 'Enter an amount above zero'
  const settings = {
    ...Object.fromEntries(numberNames.map((name) => [name, read(name, numbers[name], mostOf[name])])),
    ...approvals,
    ...amounts,
  }
  const preset = societyPresets[kind]
  const accountTypes = types.flatMap(({ name, on, rate }, at): NewType[] => {
    const given = preset.accountTypes.find((each) => each.name === name)
    if (!on || !given) return []
    const { interest, fixedDeposit, ...terms } = typeTerms(given, kind, present)
    const said = interest || fixedDeposit ? read(`types.${at}.rate`, rate, [0.01, 100]) : 0
    // A day within the month would leave no time to save.
    const releaseOn =
      given.releaseEach && !terms.releaseOn ? nextDayOfYear(given.releaseEach, addDays(today, 31)) : terms.releaseOn
    return [
      {
        ...terms,
        ...(releaseOn !== undefined && { releaseOn }),
        ...(interest && { interest: { ...interest, annualRatePercent: said } }),
        ...(fixedDeposit && { fixedDeposit: { ...fixedDeposit, annualRatePercent: said } }),
      },
    ]
  })
  const loanConfigurations = loans.flatMap(({ name, on, rate, instalments, multiple }, at): NewLoan[] => {
    const given = preset.loans.find((each) => each.name === name)
    if (!on || !given) return []
    const terms = {
      annualRatePercent: read(`loans.${at}.rate`, rate),
      instalmentsMax: read(`loans.${at}.instalments`, instalments, [1, 600]),
      savingsMultiple: read(`loans.${at}.multiple`, multiple),
    }
    if (whyNotLoanCost({ ...given, ...terms }, kind))
      problems[`loans.${at}.rate`] = 'A non-interest society lends without interest: enter 0'
    return [{ ...loanTerms(given, kind, present), ...terms }]
  })
  return { body: { societyKind: kind, settings, accountTypes, loanConfigurations }, problems }
}

/** From which amount on approvals are needed is asked where any are. */
function isAsked(name: AmountName, approvals: Draft['approvals']): boolean {
  const of = approvalsNames.find((each) => name === `${each}From`)
  return of === undefined || approvals[of] !== 0
}

const mostOf: Partial<Record<NumberName, readonly [number, number]>> = {
  sharesMin: [0, 1_000_000],
  waitingMonths: [0, 120],
  guarantorsRequired: [0, 10],
  exitNoticeMonths: [0, 24],
}

/** Where a field of the draft, or of the server's refusal, is. */
export function stepOf(field: string): number {
  if (field === 'societyKind') return 0
  const name = field.replace(/^settings\./, '')
  if (/^(loan|savingsMultiple|waitingMonths|guarantorsRequired)/.test(name)) return 2
  return /Approvals|entranceFee|exitNotice|leavingFee/.test(name) ? 3 : 1
}

/** One draft for each person on this device; logging out removes it with everything else of theirs. */
const key = () => `set-up-draft:${session.owner()}`

export function readDraft(): Draft | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(key()) ?? '') as Omit<Draft, 'amounts'> & {
      amounts: Record<AmountName, string | undefined>
    }
    const amounts = Object.fromEntries(
      amountNames.map((name) => [name, kept.amounts[name] === undefined ? undefined : kobo(kept.amounts[name])]),
    ) as Draft['amounts']
    return societyPresets[kept.kind] &&
      typeof kept.approvals === 'object' &&
      Array.isArray(kept.types) &&
      Array.isArray(kept.loans)
      ? { ...kept, amounts }
      : undefined
  } catch {
    return undefined
  }
}

export function saveDraft(draft: Draft): void {
  const amounts = Object.fromEntries(amountNames.map((name) => [name, draft.amounts[name]?.toString()]))
  try {
    localStorage.setItem(key(), JSON.stringify({ ...draft, amounts }))
  } catch {
    // A full or closed storage keeps no draft; the set-up goes on without it.
  }
}

export function dropDraft(): void {
  localStorage.removeItem(key())
}
