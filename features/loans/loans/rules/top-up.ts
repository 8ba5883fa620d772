import type { Day } from '#core/calendar.ts'
import type { LoanId } from '#core/ids.ts'
import type { JournalLine } from '#features/accounting/books/rules/journal.ts'
import { type Kobo, kobo, moneyText, sumKobo, zeroKobo } from '#core/money.ts'
import { Refusal, refusal } from '#core/refusal.ts'
import { eventsOf, isRepaid, type StoredMovement, type StoredRestart, planOfLoan } from './running-loan.ts'
import { type Repaid, rebateOn, repaidOn, settlementOn } from './settlement.ts'

export const topUpNotRunning = refusal(
  'top_up_not_running',
  422,
  'Choose running loans of the member who borrows. One of those named is not running.',
)
const topUpNotOffered = refusal(
  'top_up_not_offered',
  409,
  "The {loan} loan may not be settled by a new loan: its rules don't allow it. Leave it out.",
)
const topUpTaken = refusal(
  'top_up_taken',
  409,
  'The {loan} loan is to be settled by an application for a {by} loan already. Withdraw or cancel that one first, or leave this loan out.',
)
const topUpNotAllPaidOut = refusal(
  'top_up_not_all_paid_out',
  409,
  "Part of the {loan} loan is still to be paid out, so it can't be settled by a new one yet.",
)
const topUpTooEarly = refusal(
  'top_up_too_early',
  409,
  'The {loan} loan may be settled by a new one once {percent} % of it is repaid. {repaid} of {lent} is repaid now: {missing} more is needed.',
)
const topUpDayTooEarly = refusal(
  'top_up_day_too_early',
  422,
  'The last entry of the {loan} loan that this one settles is of {day}. Choose that day or a later one.',
)

/** A loan that a new one is to settle first, as it is on the day. */
export type LoanToSettle = {
  loanId: LoanId
  name: string
  /** `over`: repaid since it was named, so nothing is left to settle. */
  state: 'running' | 'over' | 'lost'
  /** What was lent at first, in old books too, and what of it came back. */
  lent: Kobo
  repaid: Kobo
  isAllPaidOut: boolean
  /** What settles it on the day. */
  settlement: Kobo
  /** What part of it has come back before a new loan may settle it; null: none may. */
  afterPercent: number | null
  /** Another application that is to settle it already. */
  takenBy: string | null
}

/** Why a new loan may not settle this one now. `field` names it in the application. */
export function whyNotSettle(
  { name, state, lent, repaid, isAllPaidOut, afterPercent, takenBy }: LoanToSettle,
  field = 'settles',
): Refusal | undefined {
  if (state === 'over') return undefined
  if (state === 'lost') return topUpNotRunning({ field })
  if (afterPercent === null) return topUpNotOffered({ field, loan: name })
  if (takenBy !== null) return topUpTaken({ field, loan: name, by: takenBy })
  if (!isAllPaidOut) return topUpNotAllPaidOut({ field, loan: name })
  const missing = repaidFor(lent, afterPercent) - repaid
  return missing > 0n
    ? topUpTooEarly({
        field,
        loan: name,
        percent: afterPercent,
        repaid: moneyText(repaid),
        lent: moneyText(lent),
        missing: moneyText(kobo(missing)),
      })
    : undefined
}

/** What has to have come back, rounded up to the kobo. */
function repaidFor(lent: Kobo, percent: number): Kobo {
  return kobo((lent * BigInt(percent) + 99n) / 100n)
}

/** Every reason against settling these with a loan of this principal; what of it is `paid` out is more than what settles them. */
export function whyNotTopUp(
  settles: readonly LoanToSettle[],
  principal: Kobo | undefined,
  paid = principal,
): Refusal[] {
  const settlement = settlementOf(settles)
  return [
    ...settles.flatMap((each, index) => whyNotSettle(each, `settles.${index}`) ?? []),
    ...(principal !== undefined && paid !== undefined && paid <= settlement
      ? [
          new Refusal('top_up_too_small', {
            field: 'principal',
            principal: moneyText(principal),
            paid: moneyText(paid),
            settlement: moneyText(settlement),
          }),
        ]
      : []),
  ]
}

export function settlementOf(settles: readonly Pick<LoanToSettle, 'settlement'>[]): Kobo {
  return sumKobo(settles.map(({ settlement }) => settlement))
}

/** What settling takes together. */
export function settlementTotal(settled: readonly { amount: Kobo }[]): Kobo {
  return sumKobo(settled.map(({ amount }) => amount))
}

/** The most that may be borrowed, with what of it settles the old loans and what is left to be paid out. */
export function mostBeside(
  { max, why }: { max: Kobo; why: string },
  settles: readonly LoanToSettle[],
): { max: Kobo; why: string } {
  const settlement = settlementOf(settles)
  if (settlement === 0n || max === 0n) return { max, why }
  const left = settles.filter((each) => each.settlement > 0n).map(({ name }) => name)
  const loans = `the ${left.join(' and ')} ${left.length === 1 ? 'loan' : 'loans'}`
  if (max <= settlement)
    return {
      max: zeroKobo,
      why: `${why}: that is ${moneyText(max)}, and settling ${loans} alone takes ${moneyText(settlement)}`,
    }
  return {
    max,
    why: `${why}; ${moneyText(settlement)} of it settles ${loans} and ${moneyText(kobo(max - settlement))} is paid out`,
  }
}

/** A loan with what happened to it. */
type Running = Parameters<typeof planOfLoan>[0] & {
  loanConfig: string
  movements: readonly StoredMovement[]
  restarts: readonly StoredRestart[]
}

/** What settles a loan on a day, and what it makes of it; undefined where nothing is owed. Refuses: top_up_day_too_early. */
export function settledOn(loan: Running, on: Day): (Repaid & { amount: Kobo }) | undefined | Refusal {
  const { movements, restarts, loanConfig } = loan
  const last = [
    ...movements.filter(({ status }) => status === 'posted').map(({ occurredOn }) => occurredOn),
    ...restarts.map((restart) => restart.on),
  ]
    .toSorted()
    .at(-1)
  // A payment after that day would pay what is settled already.
  if (last !== undefined && last > on) return topUpDayTooEarly({ field: 'on', loan: loanConfig, day: last })
  const [plan, events] = [planOfLoan(loan), eventsOf(movements)]
  const amount = settlementOn(plan, events, on)
  if (amount === 0n && rebateOn(plan, events, on) === 0n) return undefined
  const repaid = repaidOn(plan, events, { on, amount })
  if (repaid instanceof Refusal || !isRepaid(repaid.after))
    throw new Error(`What settles the ${loanConfig} loan leaves something of it`)
  return { amount, ...repaid }
}

/** Several journals of one voucher as one: each account moves by what they come to together. */
export function journalsAsOne(journals: readonly (readonly JournalLine[])[]): JournalLine[] {
  const byAccount = Map.groupBy(journals.flat(), ({ accountId }) => accountId)
  return [...byAccount].flatMap(([accountId, lines]) => {
    const debit = sumKobo(lines.map((line) => line.debit)) - sumKobo(lines.map((line) => line.credit))
    if (debit === 0n) return []
    return [
      debit > 0n
        ? { accountId, debit: kobo(debit), credit: zeroKobo }
        : { accountId, debit: zeroKobo, credit: kobo(-debit) },
    ]
  })
}
