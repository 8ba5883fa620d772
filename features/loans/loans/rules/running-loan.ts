import { greater, lesser } from '#core/bounds.ts'
import type { Day } from '#core/calendar.ts'
import type { AccountId, EntryId, LoanMovementId } from '#core/ids.ts'
import type { JournalLine } from '#features/accounting/books/rules/journal.ts'
import { type Kobo, kobo, moneyText, sumKobo, zeroKobo } from '#core/money.ts'
import type { Refusal } from '#core/refusal.ts'
import { chargedPlan } from './charged-plan.ts'
import type { InstalmentUnit } from './due-dates.ts'
import {
  type Instalment,
  type InstalmentParts,
  type LoanEvents,
  loanFeesAbovePrincipal,
  loanInterestAbovePrincipal,
  type LoanPlan,
  movementBeforeLoan,
  type NotOwed,
  repaidAboveOwed,
  type Repayment,
  type Restart,
  type Waiver,
} from './loan-plan.ts'
import type { InterestMethod, LoanMovementKind, MovementWay } from './loan.ts'
import { type LoanCharges, noCharges } from './product-charges.ts'
import { type Fraction, reduced } from '#core/rounding.ts'
import { planOfTerms, type ScheduleTerms } from './schedule-terms.ts'
import { planTakenOver, type TakenOver } from './taken-over.ts'
import { wholeSchedule } from './whole-schedule.ts'

/** A loan from its first money on, worked out from what was agreed and what happened. */
export type RunningLoan = {
  instalments: readonly (Instalment & { owed: InstalmentParts })[]
  disbursed: Kobo
  /** Interest that was taken off when money was paid out; it is in no instalment. */
  deducted: Kobo
  /** Fees that were taken off when money was first paid out. */
  feesDeducted: Kobo
  /** What repayments were used for. */
  paid: InstalmentParts
  regularInstalment: Kobo
}

export const instalmentParts = [
  'principal',
  'interest',
  'fees',
  'penalties',
] as const satisfies readonly (keyof InstalmentParts)[]

const nothingPaid: InstalmentParts = { principal: zeroKobo, interest: zeroKobo, fees: zeroKobo, penalties: zeroKobo }

/** Before the first money, or once all of it was taken back. */
export const nothingLent: RunningLoan = {
  instalments: [],
  disbursed: zeroKobo,
  deducted: zeroKobo,
  feesDeducted: zeroKobo,
  paid: nothingPaid,
  regularInstalment: zeroKobo,
}

/** What a loan's plan takes from what was agreed with the borrower. */
export type Agreed = {
  interestMethod: InterestMethod
  /** Millionths: 94,822 is 9.4822 % a year. */
  annualRatePpm: number
  instalments: number
  repaidEvery: InstalmentUnit
  startOn: Day
  firstDueOn: Day | undefined
  schedule: ScheduleTerms
}

/**
 * The plan of a loan by the terms of its product. A murabaha's margin is fixed like flat interest; what of it has not fallen
 * due when the price is paid early is let go.
 */
export function planOf({
  interestMethod,
  annualRatePpm,
  instalments,
  repaidEvery,
  startOn,
  firstDueOn,
  schedule,
}: Agreed): LoanPlan {
  return {
    ...planOfTerms(schedule, { instalments, unit: repaidEvery }),
    startOn,
    firstDueOn,
    interestMethod: interestMethod === 'murabaha' ? 'flat' : interestMethod,
    annualRate: yearlyRate(annualRatePpm),
  }
}

function yearlyRate(ppm: number): Fraction {
  return reduced({ top: BigInt(ppm), bottom: 1_000_000n })
}

/** The plan of a loan that has begun, or come from other books: there its charges were not agreed with us. */
export function planOfLoan({
  startOn,
  firstDueOn,
  interestMethod,
  annualRatePpm,
  instalments,
  repaidEvery,
  schedule,
  principal,
  takenOver,
  restarts,
  charges = noCharges,
  waivers,
  penaltiesUntil,
}: Begun): LoanPlan {
  if (!startOn) throw new Error('A loan without its first money has no plan')
  const agreed = planOf({
    startOn,
    firstDueOn: firstDueOn ?? undefined,
    interestMethod,
    annualRatePpm,
    instalments,
    repaidEvery,
    schedule,
  })
  const plan = takenOver ? planTakenOver(agreed, principal, takenOver) : chargedPlan(agreed, principal, charges)
  return { ...plan, restarts: restarts.map(restartOf), waivers, penaltiesUntil: penaltiesUntil ?? undefined }
}

/** A restart as it is kept. */
export type StoredRestart = { on: Day; instalments: number; firstDueOn: Day; annualRatePpm: number }

function restartOf({ annualRatePpm, ...restart }: StoredRestart): Restart {
  return { ...restart, annualRate: yearlyRate(annualRatePpm) }
}

/** What was agreed of fees and penalties, which penalties were let go, and until when they are known without a payment. */
export type StoredCharging = { charges?: LoanCharges; waivers?: readonly Waiver[]; penaltiesUntil?: Day | null }

type Begun = Omit<Agreed, 'startOn' | 'firstDueOn'> & {
  startOn: Day | null
  firstDueOn: Day | null
  principal: Kobo
  takenOver: TakenOver | null
  restarts: readonly StoredRestart[]
} & StoredCharging

/** A movement as it is kept: what it changed when it was recorded. A reallocation moves no money. */
export type StoredMovement = LoanChange & {
  id: LoanMovementId
  kind: LoanMovementKind
  status: 'posted' | 'reversed'
  amount: Kobo
  occurredOn: Day
  /** A deduction from a salary is for the instalment that falls due by this day. */
  dueBy: Day | null
  /** What comes before its due day is held for it. */
  isHeld: boolean
  way: MovementWay | null
  entryId: EntryId
  reversedBy: string | null
}

/** No due date is later. */
export const anyDueDay = '9999-12-31' as Day

/** What happened, of the movements that were not reversed. */
export function eventsOf(
  movements: readonly Pick<StoredMovement, 'kind' | 'status' | 'occurredOn' | 'amount' | 'dueBy' | 'isHeld'>[],
): LoanEvents {
  const posted = movements.filter(({ status }) => status === 'posted')
  const of = (kind: StoredMovement['kind']) =>
    posted
      .filter((each) => each.kind === kind)
      .map(({ occurredOn: on, amount, dueBy, isHeld }): Repayment => ({
        on,
        amount,
        ...(dueBy && { dueBy }),
        ...(isHeld && { heldBy: anyDueDay }),
      }))
  return { disbursements: of('disbursement'), repayments: of('repayment') }
}

/**
 * The loan after what happened. A delay is known up to the latest movement, so that the same movements always give the
 * same loan, whatever day it is worked out on; penalties alone are known until the plan says. Refuses: movement_before_loan; repaid_above_owed, for the repayment that nothing was owed for;
 * loan_interest_above_principal; loan_fees_above_principal.
 */
export function runningLoan(plan: LoanPlan, events: LoanEvents): RunningLoan | Refusal {
  if ([...events.disbursements, ...events.repayments].some(({ on }) => on < plan.startOn))
    return movementBeforeLoan({ field: 'on', start: plan.startOn })
  const { loan, notOwed } = worked(plan, events)
  if (loan.disbursed > 0n && loan.deducted >= loan.disbursed)
    return loanInterestAbovePrincipal({ field: 'amount', interest: moneyText(loan.deducted) })
  if (loan.disbursed > 0n && loan.deducted + loan.feesDeducted >= loan.disbursed)
    return loanFeesAbovePrincipal({ field: 'amount', fees: moneyText(loan.feesDeducted) })
  return notOwed ? repaidAboveOwed({ field: 'amount', owed: moneyText(notOwed.owed) }) : loan
}

/** The loan after as much of a repayment as is owed, and how much that is; undefined where nothing is, as before the loan begins. */
export function repaidAsOwed(
  plan: LoanPlan,
  events: LoanEvents,
  repayment: Repayment,
): { after: RunningLoan; amount: Kobo } | undefined {
  let { amount } = repayment
  while (amount > 0n && repayment.on >= plan.startOn) {
    const repayments = [...events.repayments, { ...repayment, amount }]
    const { loan: after, notOwed } = worked(plan, { ...events, repayments })
    if (!notOwed) return { after, amount }
    // A later repayment that is no longer owed in full was there first.
    amount = kobo(amount - ((repayments[notOwed.index] as Repayment).amount - notOwed.owed))
  }
  return undefined
}

function worked(plan: LoanPlan, events: LoanEvents): { loan: RunningLoan; notOwed: NotOwed | undefined } {
  const disbursed = sumKobo(events.disbursements.map(({ amount }) => amount))
  if (disbursed === 0n) return { loan: nothingLent, notOwed: undefined }
  const asOf = [...events.disbursements, ...events.repayments]
    .map(({ on }) => on)
    .toSorted()
    .at(-1)
  const { instalments, owed, deducted, regularInstalment, notOwed } = wholeSchedule(plan, { ...events, asOf })
  const lines = instalments.map((instalment, index) => ({ ...instalment, owed: owed[index] ?? nothingPaid }))
  const paid = (part: (typeof instalmentParts)[number]) =>
    sumKobo(lines.map((line) => kobo(line[part] - line.owed[part])))
  const loan = {
    instalments: lines,
    disbursed,
    deducted,
    feesDeducted: plan.feesTakenOff ?? zeroKobo,
    regularInstalment,
    paid: {
      principal: paid('principal'),
      interest: paid('interest'),
      fees: paid('fees'),
      penalties: paid('penalties'),
    },
  }
  return { loan, notOwed }
}

export function totalOf(parts: InstalmentParts): Kobo {
  return sumKobo(instalmentParts.map((part) => parts[part]))
}

/** Principal that was paid out and has not come back. */
export function outstandingPrincipal({ disbursed, paid }: Pick<RunningLoan, 'disbursed' | 'paid'>): Kobo {
  return kobo(disbursed - paid.principal)
}

/** Nothing is owed any more, of any instalment. */
export function isRepaid({ instalments, disbursed }: RunningLoan): boolean {
  return disbursed > 0n && instalments.every(({ owed }) => totalOf(owed) === 0n)
}

/** What a movement changed, as it is kept with it: the parts that were paid, and the interest and the fees that were taken off. */
export type LoanChange = InstalmentParts & { deducted: Kobo; feesDeducted: Kobo }

const changes = [...instalmentParts, 'deducted', 'feesDeducted'] as const satisfies readonly (keyof LoanChange)[]

export const noChange: LoanChange = {
  principal: zeroKobo,
  interest: zeroKobo,
  fees: zeroKobo,
  penalties: zeroKobo,
  deducted: zeroKobo,
  feesDeducted: zeroKobo,
}

function changeOf(amountOf: (name: keyof LoanChange) => bigint): LoanChange {
  return Object.fromEntries(changes.map((name) => [name, kobo(amountOf(name))])) as LoanChange
}

export function changeBetween(before: RunningLoan, after: RunningLoan): LoanChange {
  const standing = (loan: RunningLoan): LoanChange => ({
    ...loan.paid,
    deducted: loan.deducted,
    feesDeducted: loan.feesDeducted,
  })
  return changeWithout(standing(after), standing(before))
}

/** What is left of one change when another is taken out of it. */
export function changeWithout(change: LoanChange, other: LoanChange): LoanChange {
  return changeOf((name) => change[name] - other[name])
}

export function changeUndone(change: LoanChange): LoanChange {
  return changeOf((name) => -change[name])
}

/** What taking these back changes beyond undoing them: what is left is then used for other parts. */
export function furtherChange(before: RunningLoan, after: RunningLoan, undone: readonly LoanChange[]): LoanChange {
  return undone.reduce((change, each) => changeWithout(change, changeUndone(each)), changeBetween(before, after))
}

/** The rebate with which a loan was settled by another voucher than this one; what came before it is not taken back while it stands. */
export function rebateOfOther<Kept extends Pick<StoredMovement, 'way' | 'status' | 'entryId'>>(
  movements: readonly Kept[],
  entryId: EntryId,
): Kept | undefined {
  return movements.find((each) => each.way === 'rebate' && each.status === 'posted' && each.entryId !== entryId)
}

export function isNoChange(change: LoanChange): boolean {
  return changes.every((name) => change[name] === 0n)
}

/** The accounts of a loan: its own, and what its interest, fees and penalties are income of; interest that was booked as earned before, and where. */
export type LoanAccounts = {
  loan: AccountId
  interest: AccountId
  fees: AccountId
  penalties: AccountId
  earned?: { account: AccountId | undefined; left: Kobo }
}

/** What of a repayment's interest was booked as earned before, so that it is income once. */
export function collectedOf(kind: LoanMovementKind, { interest }: Pick<LoanChange, 'interest'>, left: Kobo): Kobo {
  return kind === 'repayment' ? greater(zeroKobo, lesser(interest, left)) : zeroKobo
}

/**
 * The journal of a movement: money goes out on a disbursement and comes in on a repayment, and each account moves by
 * what of it changed. A part that falls because of a payment dated back is debited. Interest that was earned in an accrual is taken out of what is receivable.
 */
export function journalOf(
  kind: 'disbursement' | 'repayment' | 'reallocation',
  amount: Kobo,
  money: AccountId | undefined,
  change: LoanChange,
  accounts: LoanAccounts,
): JournalLine[] {
  const lent = kind === 'disbursement' ? amount : zeroKobo
  const paidOut = kobo(lent === 0n ? 0n : lent - change.deducted - change.feesDeducted)
  const received = kind === 'repayment' ? amount : zeroKobo
  const collected = collectedOf(kind, change, accounts.earned?.left ?? zeroKobo)
  const sides: [AccountId | undefined, bigint][] = [
    [money, received - paidOut],
    [accounts.loan, lent - change.principal],
    [accounts.earned?.account, -collected],
    [accounts.interest, collected - change.interest - (kind === 'repayment' ? 0n : change.deducted)],
    [accounts.fees, -change.fees - (kind === 'repayment' ? 0n : change.feesDeducted)],
    [accounts.penalties, -change.penalties],
  ]
  return sides.flatMap(([accountId, debit]) => {
    if (debit === 0n) return []
    if (!accountId) throw new Error('Money moves, and no account for it is named')
    return [
      debit > 0n
        ? { accountId, debit: kobo(debit), credit: zeroKobo }
        : { accountId, debit: zeroKobo, credit: kobo(-debit) },
    ]
  })
}

/** Where a loan is at the end of a day, by what is known of it. */
export type LoanStanding = { overdue: Kobo; overdueSince: Day | undefined; next: { on: Day; amount: Kobo } | undefined }

export function standingOn(instalments: readonly { dueOn: Day; owed: InstalmentParts }[], day: Day): LoanStanding {
  const owing = instalments
    .map(({ dueOn, owed }) => ({ on: dueOn, amount: totalOf(owed) }))
    .filter(({ amount }) => amount > 0n)
  const late = owing.filter(({ on }) => on < day)
  return {
    overdue: sumKobo(late.map(({ amount }) => amount)),
    overdueSince: late[0]?.on,
    next: owing.find(({ on }) => on >= day),
  }
}
