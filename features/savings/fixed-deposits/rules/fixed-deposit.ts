import { addDays, addMonthsToDay, type Day, dayText, daysBetween } from '#core/calendar.ts'
import { interestOn, type Rate } from '#features/savings/interest/rules/savings-interest.ts'
import { type Kobo, zeroKobo } from '#core/money.ts'
import { Refusal, refusal } from '#core/refusal.ts'
import { type RateTable, rateFor } from './deposit-rates.ts'
import type { BreakRule, DepositStatus, MaturityAct } from './words.ts'

export const depositEarnsNothing = refusal(
  'deposit_earns_nothing',
  422,
  'This would not earn a single kobo. Enter a larger amount.',
)
export const depositMatured = refusal('deposit_matured', 409, 'This deposit matured on {matured}. Pay it out instead.')
export const depositNotYetOpen = refusal(
  'deposit_not_yet_open',
  422,
  'This deposit was opened on {opened}. Choose that date or a later one.',
)
export const depositNoticeMissing = refusal(
  'deposit_notice_missing',
  422,
  "This deposit asks for {days} days' notice. Enter the day on which the member gave it.",
)
const depositNoticeRuns = refusal(
  'deposit_notice_runs',
  409,
  'The notice of {days} days runs until {from}. Break the deposit on that day or later.',
)
export const depositEnded = refusal('deposit_ended', 409, 'This deposit is {status} already. Nothing was changed.')

/** What an account type of fixed deposits offers; a deposit keeps what it was opened on. */
export type DepositTerms = Rate &
  RateTable & {
    atMaturity: MaturityAct
    breakRule: BreakRule
    breakRateBasisPoints: number
    /** How many days before it is broken notice must be given. */
    noticeDays: number
  }

export type FixedDeposit = Omit<DepositTerms, 'leastAmount' | 'rates'> & {
  principal: Kobo
  openedOn: Day
  maturesOn: Day
  status: DepositStatus
}

/** A deposit as it would be opened. */
export type PlannedDeposit = Omit<FixedDeposit, 'status'> & { interestAtMaturity: Kobo }

export function maturityOf(openedOn: Day, months: number): Day {
  return addMonthsToDay(openedOn, months)
}

/** What the principal earns from one day to another, by real days, rounded once. */
function earned(principal: Kobo, rate: Rate, from: Day, to: Day): Kobo {
  const days = daysBetween(from, to)
  return days <= 0 ? zeroKobo : interestOn(principal * BigInt(days), rate)
}

export function interestAtMaturity(
  principal: Kobo,
  rate: Rate,
  { openedOn, maturesOn }: Pick<FixedDeposit, 'openedOn' | 'maturesOn'>,
): Kobo {
  return earned(principal, rate, openedOn, maturesOn)
}

/** What a deposit has earned by a day; nothing more after it has matured. */
export function interestSoFar(deposit: FixedDeposit, on: Day): Kobo {
  return earned(deposit.principal, deposit, deposit.openedOn, on < deposit.maturesOn ? on : deposit.maturesOn)
}

/** What a deposit earns that is broken on a day: by its rule, and never more than it has earned. */
export function interestIfBroken(deposit: FixedDeposit, on: Day): Kobo {
  if (deposit.breakRule === 'forfeit') return zeroKobo
  const lower = Math.min(deposit.breakRateBasisPoints, deposit.rateBasisPoints)
  return earned(deposit.principal, { ...deposit, rateBasisPoints: lower }, deposit.openedOn, on)
}

export function hasMatured({ maturesOn, status }: Pick<FixedDeposit, 'maturesOn' | 'status'>, today: Day): boolean {
  return status === 'open' && maturesOn <= today
}

/** A deposit of this sum and term on what its account type offers now, or why it can't be opened. */
export function planDeposit(
  { name, terms }: { name: string; terms: DepositTerms },
  { months, principal, openedOn }: { months: number | undefined; principal: Kobo; openedOn: Day },
): PlannedDeposit | Refusal {
  const rate = rateFor(name, terms, months, principal)
  if (rate instanceof Refusal) return rate
  const { leastAmount: _leastAmount, rates: _rates, ...rest } = terms
  const agreed = { ...rest, months: rate.months, rateBasisPoints: rate.rateBasisPoints }
  const maturesOn = maturityOf(openedOn, rate.months)
  const interest = interestAtMaturity(principal, agreed, { openedOn, maturesOn })
  return interest > 0n
    ? { ...agreed, principal, openedOn, maturesOn, interestAtMaturity: interest }
    : depositEarnsNothing({ field: 'amount' })
}

/** Why a deposit can't be broken on this day, or undefined when it can. */
export function whyNotBreak(
  deposit: FixedDeposit,
  { on, noticeOn }: { on: Day; noticeOn: Day | undefined },
): Refusal | undefined {
  const ended = whyNotOpen(deposit)
  if (ended) return ended
  if (on >= deposit.maturesOn) return depositMatured({ matured: dayText(deposit.maturesOn) })
  if (on < deposit.openedOn) return depositNotYetOpen({ field: 'occurredOn', opened: dayText(deposit.openedOn) })
  if (deposit.noticeDays === 0) return undefined
  if (noticeOn === undefined) return depositNoticeMissing({ field: 'noticeOn', days: deposit.noticeDays })
  if (noticeOn < deposit.openedOn) return depositNotYetOpen({ field: 'noticeOn', opened: dayText(deposit.openedOn) })
  const from = addDays(noticeOn, deposit.noticeDays)
  return on < from
    ? depositNoticeRuns({ field: 'occurredOn', days: deposit.noticeDays, from: dayText(from) })
    : undefined
}

export function whyNotOpen({ status }: Pick<FixedDeposit, 'status'>): Refusal | undefined {
  return status === 'open' ? undefined : depositEnded({ status: endedWords[status] })
}

const endedWords: Record<Exclude<DepositStatus, 'open'>, string> = {
  paid_out: 'paid out',
  renewed: 'renewed',
  broken: 'broken',
  reversed: 'reversed',
}

/** FD-00042: what is on the paper that the member holds. */
export function certificateNumber(number: number): string {
  return `FD-${String(number).padStart(5, '0')}`
}
