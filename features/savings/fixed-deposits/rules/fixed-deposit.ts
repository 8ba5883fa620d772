import { addDays, addMonthsToDay, type Day, dayText, daysBetween } from '#core/calendar.ts'
import { interestOn, type Rate } from '#features/savings/interest/rules/savings-interest.ts'
import { type Kobo, zeroKobo } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import { type RateTable, rateFor } from './deposit-rates.ts'
import type { BreakRule, DepositStatus, MaturityAct } from './words.ts'

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
    : new Refusal('deposit_earns_nothing', { field: 'amount' })
}

/** Why a deposit can't be broken on this day, or undefined when it can. */
export function whyNotBreak(
  deposit: FixedDeposit,
  { on, noticeOn }: { on: Day; noticeOn: Day | undefined },
): Refusal | undefined {
  const ended = whyNotOpen(deposit)
  if (ended) return ended
  if (on >= deposit.maturesOn) return new Refusal('deposit_matured', { matured: dayText(deposit.maturesOn) })
  if (on < deposit.openedOn)
    return new Refusal('deposit_not_yet_open', { field: 'occurredOn', opened: dayText(deposit.openedOn) })
  if (deposit.noticeDays === 0) return undefined
  if (noticeOn === undefined)
    return new Refusal('deposit_notice_missing', { field: 'noticeOn', days: deposit.noticeDays })
  if (noticeOn < deposit.openedOn)
    return new Refusal('deposit_not_yet_open', { field: 'noticeOn', opened: dayText(deposit.openedOn) })
  const from = addDays(noticeOn, deposit.noticeDays)
  return on < from
    ? new Refusal('deposit_notice_runs', { field: 'occurredOn', days: deposit.noticeDays, from: dayText(from) })
    : undefined
}

export function whyNotOpen({ status }: Pick<FixedDeposit, 'status'>): Refusal | undefined {
  return status === 'open' ? undefined : new Refusal('deposit_ended', { status: endedWords[status] })
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
