import { addDays, addMonthsToDay, type Day, daysBetween, periodOf } from '#core/calendar.ts'
import { greater, lesser } from '#core/bounds.ts'
import { type Kobo, kobo } from '#core/money.ts'
import { chargeOn, type Penalty } from './charge.ts'
import { innerPart, levelPart, type Stretch, stretchPart } from './day-count.ts'
import { dueDates, firstDueOf, isFirstRuled, stepped } from './due-dates.ts'
import { levelInstalment, type LevelInstalment, type Lent, sumOf } from './level-instalment.ts'
import type { Instalment, InstalmentParts, LoanEvents, LoanPlan, Movement, NotOwed, Repayment } from './loan-plan.ts'
import { type Fraction, reduced, rounded, roundedTo } from '#core/rounding.ts'

/** An instalment on its way through the schedule, and what of it is not paid yet. */
type Line = {
  dueOn: Day
  principal: bigint
  interest: bigint
  fee: bigint
  penalty: bigint
  balance: bigint
  owed: Record<Part, bigint>
  /** How often a penalty was asked. */ asked: number
  /** The last day on which a salary was cut for it. */ deductedOn: Day | ''
}

const parts = ['penalty', 'fee', 'interest', 'principal'] as const
type Part = (typeof parts)[number]

const partOf: Record<keyof InstalmentParts, Part> = {
  penalties: 'penalty',
  fees: 'fee',
  interest: 'interest',
  principal: 'principal',
}

type Payment = Repayment & { index: number; /** What of it waits, once that is known. */ held?: bigint }

/** What of a payment is still to be used on the due date. */
type Waiting = { payment: Payment; rest: bigint }

/** The terms in force from one instalment on. */
type Phase = {
  begin: number
  instalments: number
  graceUntil: number
  rate: Fraction
  level: LevelInstalment | undefined
}

type Walk = {
  plan: LoanPlan
  stretches: readonly Stretch[]
  phases: readonly Phase[]
  disbursements: readonly Movement[]
  payments: readonly Payment[]
  knownUntil: Day | ''
  lines: Line[]
  /** Principal not yet repaid if every instalment that has fallen due is paid. */
  balance: bigint
  disbursed: bigint
  /** Flat interest of all lines so far, before and after each was rounded. */
  flat: { exact: Fraction; billed: bigint }
  /** What was repaid early while only interest is due, and shortens the loan once principal is. */
  early: bigint
  /** Interest that the next instalment takes over: what the loan began with, and that of instalments that are not due. */
  carried: bigint
  /** All interest that was earned by the day up to which it is known what was paid. */
  earned: bigint
  /** What was paid for a month of which further instalments are still to fall due. */
  held: Waiting[]
  /** What a pause still has to use up. */
  ahead: bigint
  /** What an instalment brings by rule, and whether that has to be found again. */
  ruled: { total: bigint } | { principal: bigint }
  isStale: boolean
  /** The instalment that is paid regularly since it was last found. */
  regular: bigint
  /** Interest since the last due date: up to which day, before and after it was rounded. */
  overtime: { since: Day; exact: Fraction; billed: bigint } | undefined
  notOwed: NotOwed | undefined
}

export type Schedule = {
  instalments: Instalment[]
  /** What of each instalment is not paid. */
  owed: InstalmentParts[]
  /** Interest earned by the end of `asOf`, paid or not, where nothing that happened is later; what was taken off at the start is not in it. */
  earned: Kobo
  /** What the regular instalment is now, after what happened. */
  regularInstalment: Kobo
  /** What was taken off when the loan was paid out; it is in no line. */
  deducted: Kobo
  /** What the last line would be by rule, before it takes up what rounding left; and what it is, balloon and carried interest apart. */
  last: { ruled: bigint; actual: bigint }
  stretches: readonly Stretch[]
  notOwed: NotOwed | undefined
}

/**
 * The instalments of a loan, from what was agreed and what happened. Lines that have fallen due stay as they were
 * billed; a payment takes effect from its day on. Each interest line is rounded by itself, and the last instalment
 * takes up the difference. Payments are used for the oldest instalment first, in the order of its parts; what is left
 * repays principal that is not due yet.
 */
export function scheduleOf(plan: LoanPlan, events: LoanEvents): Schedule {
  const walk = startOf(plan, events)
  let last: Schedule['last'] = { ruled: 0n, actual: 0n }
  for (let index = 0; index < walk.stretches.length; index += 1) {
    last = walkLine(walk, index)
    if (walk.balance === 0n && !isLentAfter(walk, index)) break
  }
  // Of a loan whose term was over before it came, there is nothing left to walk.
  const end = walk.stretches.length === 0 ? '' : (walk.lines.at(-1) as Line).dueOn
  for (const payment of walk.payments) {
    if (payment.on <= end) continue
    chargeOvertime(walk, payment.on)
    settle(walk, payment, payLate(walk, payment))
  }
  const knownUntil = greater(events.asOf ?? '', plan.penaltiesUntil ?? '')
  chargeOvertime(walk, knownUntil)
  penalise(walk, knownUntil)
  if (walk.knownUntil > end) walk.earned = billed(walk)
  return {
    instalments: walk.lines.map(instalmentOf),
    owed: walk.lines.map(({ owed }) => ({
      principal: owed.principal as Kobo,
      interest: owed.interest as Kobo,
      fees: owed.fee as Kobo,
      penalties: owed.penalty as Kobo,
    })),
    earned: walk.earned as Kobo,
    regularInstalment: walk.regular as Kobo,
    deducted: kobo(plan.interestMethod === 'upfront' ? deductedOf(walk) : 0n),
    last,
    stretches: walk.stretches,
    notOwed: walk.notOwed,
  }
}

function startOf(plan: LoanPlan, events: LoanEvents): Walk {
  const terms = termsOf(plan, events)
  const { instalments } = terms.at(-1) as Omit<Phase, 'level'>
  const dates = dueDates({ ...plan, instalments })
  const { begun, ...brought } = startBrought(plan)
  const stretches = dates
    .slice(1)
    .map((to, index) => ({ from: dates[index] ?? plan.startOn, to, isRuled: index > 0 || isFirstRuled(plan) }))
  if (plan.brokenPeriod === 'waived' && stretches[0]) stretches[0] = withoutBroken(plan, stretches[0])
  const parts = stretches.map((_, index) => agreedPart(plan, stretches, index))
  const phases = terms.map((term) => ({
    ...term,
    level:
      plan.interestMethod === 'equal_instalment'
        ? levelInstalment(term.rate, parts.slice(0, term.instalments))
        : undefined,
  }))
  const inOrder = (a: Movement, b: Movement) => a.on.localeCompare(b.on)
  return {
    plan,
    stretches,
    phases,
    disbursements: events.disbursements.toSorted(inOrder),
    // What waits for a due date goes before what else came on its day, the larger first, so that the order of recording makes
    // no difference.
    payments: events.repayments
      .map((repayment, index) => ({ ...repayment, index }))
      .toSorted(
        (a, b) =>
          inOrder(a, b) ||
          Number(a.dueBy === undefined && !a.heldBy) - Number(b.dueBy === undefined && !b.heldBy) ||
          Number(a.dueBy === undefined) - Number(b.dueBy === undefined) ||
          (a.heldBy && b.heldBy ? Number(b.amount - a.amount) : 0),
      ),
    knownUntil: events.asOf ?? '',
    ...brought,
    flat: { exact: nothing, billed: 0n },
    early: 0n,
    carried: begun + (plan.carriedInterest ?? 0n),
    earned: 0n,
    held: [],
    ahead: 0n,
    ruled: { principal: 0n },
    isStale: true,
    regular: 0n,
    overtime: undefined,
    notOwed: undefined,
  }
}

/** A first stretch whose interest begins only where one as long as the others would. */
function withoutBroken(plan: LoanPlan, { from, to, isRuled }: Stretch): Stretch {
  if (isRuled || plan.dayCount === 'monthly') return { from, to, isRuled }
  const begins = stepped(to, plan, -1)
  return begins > from ? { from, to, isRuled: true, countedFrom: begins } : { from, to, isRuled }
}

/** Nothing; or what of a loan was late when it came from other books, or what it brings of charges from its former terms, as a line before all others. */
function startBrought({
  brought,
  carriedCharges,
  ...plan
}: LoanPlan): Pick<Walk, 'lines' | 'balance' | 'disbursed'> & { begun: bigint } {
  const none = { penalty: 0n, fee: 0n, interest: 0n, principal: 0n }
  if (carriedCharges && carriedCharges.fees + carriedCharges.penalties > 0n) {
    const owed = { ...none, fee: carriedCharges.fees, penalty: carriedCharges.penalties }
    const line: Line = { dueOn: firstDueOf(plan), ...owed, balance: 0n, owed: { ...owed }, asked: 0, deductedOn: '' }
    return { lines: [line], balance: 0n, disbursed: 0n, begun: 0n }
  }
  if (!brought) return { lines: [], balance: 0n, disbursed: 0n, begun: 0n }
  const { repaid, since, principal, interest } = brought
  if (since === undefined) return { lines: [], balance: 0n, disbursed: repaid, begun: interest }
  const line: Line = {
    dueOn: since,
    principal,
    interest,
    fee: 0n,
    penalty: 0n,
    balance: 0n,
    owed: { ...none, principal, interest },
    asked: 0,
    deductedOn: '',
  }
  return { lines: [line], balance: -principal, disbursed: repaid, begun: 0n }
}

function termsOf({ brought, ...plan }: LoanPlan, { reschedulings = [] }: LoanEvents): Omit<Phase, 'level'>[] {
  const terms = [{ begin: 0, instalments: plan.instalments, graceUntil: plan.gracePrincipal, rate: plan.annualRate }]
  for (const { from, extraInstalments = 0, principalGrace = 0, annualRate } of reschedulings.toSorted(
    (a, b) => a.from - b.from,
  )) {
    const before = terms.at(-1) as (typeof terms)[number]
    const begin = from - 1 - (brought?.since === undefined ? 0 : 1)
    terms.push({
      begin,
      instalments: before.instalments + extraInstalments + principalGrace,
      graceUntil: Math.max(before.graceUntil, principalGrace && begin + principalGrace),
      rate: annualRate ?? before.rate,
    })
  }
  return terms
}

function phaseAt({ phases }: Walk, index: number): Phase {
  const phase = phases.findLast(({ begin }) => begin <= index)
  return phase as Phase
}

/** Works out one line; returns what it would be by rule, and what it is. */
function walkLine(walk: Walk, index: number): Schedule['last'] {
  const { plan, stretches } = walk
  const stretch = stretches[index] as Stretch
  const isFirst = index === 0
  const isLast = index === stretches.length - 1
  // Copied only for a line before which something was paid that may wait.
  const mayWait = walk.payments.some(({ heldBy, on }) => heldBy && on < stretch.to && (isFirst || on > stretch.from))
  const begun = mayWait ? copyOf(walk) : walk
  const lent = lendAtStart(walk, index)
  const payments = walk.payments.filter(({ on }) => isFirst || on > stretch.from)
  const { exact, interest, prepaid, interestPaid, waiting } = walkStretch(
    walk,
    index,
    payments.filter(({ on }) => on < stretch.to),
    begun,
  )

  const phase = phaseAt(walk, index)
  const startsBearing = plan.interestMethod === 'flat' && index === plan.interestFree
  if (phase.begin === index || startsBearing) walk.isStale = true
  const isGrace = index < phase.graceUntil
  const isFound = walk.isStale && !isGrace
  if (isFound) findRuled(walk, index, lent)
  const agreed = isFirst && plan.brokenPeriod === 'first_instalment' ? interestAgreed(walk, lent, phase.rate) : interest
  const byRule = isGrace ? 0n : ruledPrincipal(walk, agreed)
  const left = prepaid + walk.balance
  const principal = isLast ? left : greater(prepaid, lesser(byRule, left))
  walk.balance = left - principal
  if (isFound)
    walk.regular = isLast
      ? principal + interest
      : 'total' in walk.ruled
        ? walk.ruled.total
        : walk.ruled.principal + interest
  const owed = { penalty: 0n, fee: 0n, interest: interest - interestPaid, principal: principal - prepaid }
  const line: Line = {
    dueOn: stretch.to,
    principal,
    interest,
    fee: 0n,
    penalty: 0n,
    balance: walk.balance,
    owed,
    asked: 0,
    deductedOn: deductedFor(walk, stretch.to),
  }
  walk.lines.push(line)
  const isOver = isLast || (walk.balance === 0n && !isLentAfter(walk, index))
  billFlat(walk, exact, interest)
  if (index < plan.interestPaymentGrace && !isOver) postpone(walk, line)
  else takeOver(walk, line)
  if (isLast) evenFlat(walk, line)
  if (plan.instalmentFee) line.fee = owed.fee = chargeOn(plan.instalmentFee, owed, plan.rounding)
  const onDueDate = payments
    .filter(({ on }) => on === stretch.to)
    .map((payment): Waiting => ({ payment, rest: payment.amount }))
  const paidAhead = payOnDueDate(walk, line, [...waiting, ...onDueDate], index)
  applyPrepayment(walk, (isLast ? 0n : greater(0n, prepaid - byRule)) + paidAhead, isGrace)
  return { ruled: byRule + interest, actual: principal + line.interest - (isLast ? balloonOf(walk) : 0n) }
}

/** Lends what is paid out on the first day of a stretch and notes what is paid out within it, with its part of the year until the due date. */
function lendAtStart(walk: Walk, index: number): Lent[] {
  const { plan, disbursements, stretches } = walk
  const stretch = stretches[index] as Stretch
  const part = agreedPart(plan, stretches, index)
  const within: Lent[] = []
  for (const { on, amount } of disbursements) {
    if (on < stretch.from || on >= stretch.to) continue
    walk.isStale = true
    if (on > stretch.from) within.push({ amount, part: bearing(plan, index, innerPart(plan, stretch, on, stretch.to)) })
    else {
      walk.balance += amount
      walk.disbursed += amount
    }
  }
  return [{ amount: walk.balance, part }, ...within]
}

/** Interest of one stretch, day by day over what changes within it, rounded once. */
function walkStretch(walk: Walk, index: number, payments: readonly Payment[], begun: Walk) {
  const { plan } = walk
  const stretch = walk.stretches[index] as Stretch
  const isLast = index === walk.stretches.length - 1
  const { rate } = phaseAt(walk, index)
  const known = greater(walk.payments.findLast(({ on }) => on <= stretch.to)?.on ?? '', walk.knownUntil)
  const paidOut = walk.disbursements.filter(({ on }) => on > stretch.from && on < stretch.to)
  const days = [
    ...new Set(
      [...paidOut, ...payments]
        .map(({ on }) => on)
        .concat(lesser(greater(known, stretch.from), stretch.to) as Day, stretch.to),
    ),
  ].toSorted()
  let [top, bottom, since, prepaid, interestPaid] = [0n, 1n, stretch.from, 0n, 0n]
  const waiting = walk.held.splice(0)
  /** What is owed of interest where the loan is repaid on this day. */
  const interestOn = (day: Day) => {
    // Flat interest is owed for the month that has begun, and goes on whatever is repaid.
    const ahead =
      plan.interestMethod === 'flat'
        ? bearing(plan, index, innerPart(plan, stretch, day, stretch.to))
        : { top: 0n, bottom }
    const exact = { top: (top + walk.disbursed * ahead.top) * rate.top, bottom: ahead.bottom * rate.bottom }
    return accruedInterest(walk, exact, index) + walk.carried - interestPaid
  }
  const payEarly = ({ payment, rest }: Waiting, day: Day) => {
    const early = lesser(rest, walk.balance)
    walk.balance -= early
    prepaid += early
    // Only a loan that ends here pays interest before it is due.
    const toInterest = isLentAfter(walk, index) ? 0n : lesser(rest - early, interestOn(day))
    interestPaid += toInterest
    settle(walk, payment, rest - early - toInterest)
  }
  for (const day of days) {
    if (day > since) {
      const part = bearing(plan, index, innerPart(plan, stretch, since, day))
      bottom = part.bottom
      top += interestBase(walk, day <= known) * part.top
    }
    since = day
    if (day === walk.knownUntil && (day > stretch.from || index === 0))
      walk.earned = billed(walk) + accruedInterest(walk, { top: top * rate.top, bottom: bottom * rate.bottom }, index)
    for (const { on, amount } of paidOut) {
      if (on !== day) continue
      walk.balance += amount
      walk.disbursed += amount
    }
    for (const payment of payments) {
      if (payment.on !== day) continue
      const paid: Waiting = { payment, rest: payLate(walk, payment) }
      const held = waiting.reduce((sum, { rest }) => sum + rest, 0n)
      const mayBeHeld = (payment.heldBy ?? '') >= stretch.to && paid.rest > 0n
      const isHeld = mayBeHeld && paid.rest + held < walk.balance
      // Who pays more of the last instalment than settles the loan today has paid it as it was agreed.
      const isOfLast = mayBeHeld && isLast && paid.rest + held > walk.balance + interestOn(day)
      if (payment.held === undefined) {
        const owed = isHeld || isOfLast ? owedBefore(begun, index, paid) : 0n
        payment.held = isHeld || paid.rest <= owed ? lesser(paid.rest, owed) : 0n
      }
      // Where what waits is all that is left to repay, a further payment can only top it up on the due date.
      const waitsForLast = (held > 0n && held >= walk.balance) || (isOfLast && payment.held > 0n)
      if ((payment.dueBy ?? '') >= stretch.to || waitsForLast) waiting.push(paid)
      else {
        // Who repays the whole loan has what waits counted first.
        if (paid.rest + held >= walk.balance) for (const each of waiting.splice(0)) payEarly(each, day)
        if (payment.held > 0n) waiting.push({ payment, rest: payment.held })
        payEarly({ payment, rest: paid.rest - payment.held }, day)
      }
    }
  }
  const exact: Fraction = { top: top * rate.top, bottom: bottom * rate.bottom }
  const interest = billedInterest(walk, exact)
  // What waits repays all that is left, so interest is owed to the due date whatever else comes.
  const isCovered = waiting.length > 0 && waiting.reduce((sum, { rest }) => sum + rest, 0n) >= walk.balance
  if (isCovered && walk.knownUntil >= stretch.from && walk.knownUntil < stretch.to)
    walk.earned = billed(walk) + interest
  return { exact, interest, prepaid, interestPaid, waiting }
}

/** What the instalment of a stretch comes to with what was paid before this payment, and with what this one paid of late ones. */
function owedBefore(begun: Walk, index: number, { payment, rest }: Waiting): bigint {
  const before = begun.payments.slice(0, begun.payments.indexOf(payment))
  const walk: Walk = {
    ...copyOf(begun),
    payments: [...before, { ...payment, amount: kobo(payment.amount - rest), held: 0n }],
    knownUntil: payment.on,
  }
  walkLine(walk, index)
  const { owed } = walk.lines.at(-1) as Line
  return parts.reduce((sum, part) => sum + owed[part], 0n)
}

/** A walk that goes on by itself. */
function copyOf(walk: Walk): Walk {
  return {
    ...walk,
    lines: walk.lines.map((line) => ({ ...line, owed: { ...line.owed } })),
    flat: { ...walk.flat },
    held: [...walk.held],
  }
}

/** What interest is charged on: flat on all that was paid out, reducing on what is owed, the missed instalments included as far as it is known that they are missed. */
function interestBase(walk: Walk, isKnown: boolean): bigint {
  const { interestMethod, lateInterestOn } = walk.plan
  if (interestMethod === 'upfront') return 0n
  if (interestMethod === 'flat') return walk.disbursed
  const late = lateOf(walk, 'principal') + (lateInterestOn === 'instalment' ? lateOf(walk, 'interest') : 0n)
  return walk.balance + (isKnown ? late : 0n)
}

/** What of the instalments that have fallen due is not paid. */
function lateOf({ lines }: Walk, part: Part): bigint {
  return lines.reduce((sum, { owed }) => sum + owed[part], 0n)
}

/** Finds what an instalment brings from this one on. */
function findRuled(walk: Walk, index: number, paidOut: readonly Lent[]): void {
  const { plan, stretches } = walk
  const { instalments, rate, level } = phaseAt(walk, index)
  const step = plan.roundingMultiple
  const rounding = plan.roundUp ? 'up' : plan.rounding
  const balloon = balloonOf(walk)
  // Who repaid early while only interest was due has fewer instalments, not smaller ones.
  const lent = [...paidOut, { amount: walk.early, part: agreedPart(plan, stretches, index) }]
  walk.early = 0n
  const toRepay = lent.reduce((sum, { amount }) => sum + amount, 0n)
  const count = BigInt(instalments - index)
  const share: Fraction = { top: greater(0n, toRepay - lesser(balloon, toRepay)), bottom: count }
  walk.isStale = false
  if (level) {
    const total = roundedTo(level.from(index, lent, lesser(balloon, toRepay)), step ?? oneKobo, rounding)
    walk.ruled = { total: isRoundedFrom(total, plan.agreedInstalment) ? plan.agreedInstalment : total }
  } else if (plan.interestMethod === 'flat' && step !== undefined) {
    const part = agreedPart(plan, stretches, index)
    const bottom = part.bottom * rate.bottom
    const top = share.top * bottom + walk.disbursed * part.top * rate.top * count
    walk.ruled = { total: roundedTo({ top, bottom: bottom * count }, step, rounding) }
  } else
    walk.ruled = {
      principal: roundedTo(share, (plan.interestMethod === 'upfront' ? step : undefined) ?? oneKobo, rounding),
    }
}

const oneKobo = 1n as Kobo

/** Each line of the old books was rounded, by half a kobo at most, and what that left is spread over the lines that are left. */
function isRoundedFrom(total: bigint, agreed: Kobo | undefined): agreed is Kobo {
  return agreed !== undefined && agreed - total <= 5n && total - agreed <= 5n
}

/** The interest of a first stretch that were as long as the others; what its own days bear beyond that comes on top of the instalment. */
function interestAgreed({ plan, disbursed }: Walk, lent: readonly Lent[], rate: Fraction): bigint {
  const of = plan.interestMethod === 'flat' ? [{ amount: disbursed, part: (lent[0] as Lent).part }] : lent
  const exact = sumOf(
    of.map(({ amount, part }) => ({ top: amount * part.top * rate.top, bottom: part.bottom * rate.bottom })),
  )
  return rounded(exact, plan.rounding)
}

/** The principal that falls due by rule, less what a pause uses up. */
function ruledPrincipal(walk: Walk, interest: bigint): bigint {
  const whole = 'total' in walk.ruled ? greater(0n, walk.ruled.total - interest) : walk.ruled.principal
  const paused = lesser(whole, walk.ahead)
  walk.ahead -= paused
  return whole - paused
}

/** The part of the year that a line is agreed to bear interest for. */
function agreedPart(plan: LoanPlan, stretches: readonly Stretch[], index: number): Fraction {
  const part = plan.roundingMultiple === undefined ? stretchPart : levelPart
  const stretch = stretches[index] as Stretch
  const isBroken = plan.brokenPeriod === 'first_instalment' && !stretch.isRuled
  const ruled = isBroken ? { ...stretch, isRuled: true, countedFrom: stepped(stretch.to, plan, -1) } : stretch
  return bearing(plan, index, part(plan, ruled))
}

function bearing({ interestFree }: LoanPlan, index: number, part: Fraction): Fraction {
  return index < interestFree ? { top: 0n, bottom: part.bottom } : part
}

const nothing: Fraction = { top: 0n, bottom: 1n }

/** The interest of a line, rounded by itself; flat, of the smallest loans, never more than what the last line can make good. */
function billedInterest(walk: Walk, { top, bottom }: Fraction): bigint {
  if (walk.plan.flatRest === 'each') return greater(0n, flatLeft(walk, { top, bottom }))
  return lesser(rounded({ top, bottom }, walk.plan.rounding), greater(0n, flatLeft(walk, { top: 2n * top, bottom })))
}

/** The interest of a line that ends here. */
function accruedInterest(walk: Walk, exact: Fraction, index: number): bigint {
  return index === walk.stretches.length - 1 ? greater(0n, flatLeft(walk, exact)) : billedInterest(walk, exact)
}

/** What is left to bill of flat interest that comes to the lines so far and this much more; of other interest, this much. */
function flatLeft({ flat: { exact, billed }, plan }: Walk, more: Fraction): bigint {
  return rounded(sumOf([exact, more]), plan.rounding) - billed
}

/** Flat interest comes to P·r·t in whole: the last line takes what rounding left. Who repays sooner has paid the lines as they were billed. */
function billFlat({ flat, plan }: Walk, exact: Fraction, interest: bigint): void {
  if (plan.interestMethod !== 'flat') return
  flat.exact = reduced(sumOf([flat.exact, exact]))
  flat.billed += interest
}

/** Gives the last line what rounding left, as far as it was not paid already. */
function evenFlat(walk: Walk, line: Line): void {
  const left = greater(flatLeft(walk, nothing), -line.owed.interest)
  line.interest += left
  line.owed.interest += left
}

function balloonOf({ plan, disbursed }: Walk): bigint {
  return rounded({ top: disbursed * plan.balloon.top, bottom: plan.balloon.bottom }, plan.rounding)
}

function postpone(walk: Walk, line: Line): void {
  walk.carried += line.interest
  line.interest = 0n
  line.owed.interest = 0n
}

function takeOver(walk: Walk, line: Line): void {
  line.interest += walk.carried
  line.owed.interest += walk.carried
  walk.carried = 0n
}

/** The interest of all lines so far, and what the next one takes over. */
function billed({ lines, carried }: Walk): bigint {
  return lines.reduce((sum, { interest }) => sum + interest, carried)
}

/** Pays what has fallen due, the oldest instalment first; returns what is left of the payment. */
function payLate(walk: Walk, { on, amount }: Movement): bigint {
  penalise(walk, on)
  let rest: bigint = amount
  const inOrder = walk.plan.allocation?.map((part) => partOf[part]) ?? parts
  for (const line of walk.lines) {
    if (rest === 0n) break
    for (const part of inOrder) {
      const paid = lesser(rest, line.owed[part])
      line.owed[part] -= paid
      rest -= paid
    }
  }
  return rest
}

/** The last day on which a salary was cut for the month of this due date. */
function deductedFor({ plan, payments }: Walk, dueOn: Day): Day | '' {
  if (!plan.penalty && !plan.afterMaturity) return ''
  return (
    payments.findLast((payment) => {
      const month = payment.deductedFor ?? payment.dueBy
      return month !== undefined && periodOf(month) === periodOf(dueOn)
    })?.on ?? ''
  )
}

/**
 * Adds the penalties of instalments of which something is still owed. What is owed does not change between two events, so
 * asking at each is asking every day. Until their salary was cut for the month of an instalment a member waits for their
 * employer, so only what that left is asked for.
 */
function penalise(walk: Walk, on: Day | ''): void {
  const { penalty } = walk.plan
  if (!penalty) return
  for (const line of walk.lines) {
    if (line.owed.principal + line.owed.interest === 0n || on <= line.deductedOn) continue
    for (; line.asked === 0 || penalty.isMonthly; line.asked += 1) {
      const from = addDays(addMonthsToDay(line.dueOn, line.asked), penalty.graceDays + 1)
      if (from > on) break
      if (!isWaived(walk, line, from)) ask(walk, line, penalty)
    }
  }
}

function isWaived({ plan: { waivers = [] } }: Walk, { dueOn }: Line, day: Day): boolean {
  return waivers.some((waiver) => day <= waiver.on && waiver.dueOn.includes(dueOn))
}

function ask(walk: Walk, line: Line, { charge, cap }: Penalty): void {
  const { rounding } = walk.plan
  const whole = chargeOn(charge, line.owed, rounding)
  const asked = cap ? greater(0n, lesser(whole, chargeOn(cap, line, rounding) - line.penalty)) : whole
  line.penalty += asked
  line.owed.penalty += asked
}

/**
 * Adds what principal that is still owed bears after the last due date, to the last line. Until the salary was cut for that
 * month the borrower waits for their employer, so no such day counts.
 */
function chargeOvertime(walk: Walk, on: Day | ''): void {
  const { afterMaturity, rounding } = walk.plan
  const line = walk.lines.at(-1)
  if (!afterMaturity || !line || !walk.stretches.length) return
  const { rate } = walk.phases.at(-1) as Phase
  const { top, bottom } =
    afterMaturity.perDay === 'loan_rate' ? { top: rate.top, bottom: rate.bottom * 365n } : afterMaturity.perDay
  walk.overtime ??= { since: greater(line.dueOn, line.deductedOn) as Day, exact: { top: 0n, bottom }, billed: 0n }
  const { overtime } = walk
  if (on <= overtime.since) return
  overtime.exact.top += lateOf(walk, 'principal') * BigInt(daysBetween(overtime.since, on as Day)) * top
  overtime.since = on as Day
  const { cap } = afterMaturity
  const most = cap && rounded({ top: walk.disbursed * cap.top, bottom: cap.bottom }, rounding)
  const whole = rounded(overtime.exact, rounding)
  const more = (most === undefined ? whole : lesser(whole, most)) - overtime.billed
  overtime.billed += more
  line.interest += more
  line.owed.interest += more
}

/** What is paid on the due date, or has waited for it; returns the principal that they repay before it is due. */
function payOnDueDate(walk: Walk, line: Line, payments: readonly Waiting[], index: number): bigint {
  let paidAhead = 0n
  const payEarly = ({ payment, rest }: Waiting) => {
    const early = lesser(rest, walk.balance)
    walk.balance -= early
    line.principal += early
    paidAhead += early
    closeEarly(walk, line, index)
    settle(walk, payment, payLate(walk, { on: line.dueOn, amount: kobo(rest - early) }))
  }
  for (const { payment, rest: amount } of payments) {
    const paid: Waiting = { payment, rest: payLate(walk, { on: line.dueOn, amount: amount as Kobo }) }
    if (waitsLonger(walk, payment, index)) walk.held.push(paid)
    else {
      // Who repays the whole loan has what waits counted first.
      if (paid.rest + walk.held.reduce((sum, { rest }) => sum + rest, 0n) >= walk.balance)
        for (const each of walk.held.splice(0)) payEarly(each)
      payEarly(paid)
    }
  }
  line.balance = walk.balance
  return paidAhead
}

/** What was deducted for a month pays each of its instalments when that falls due; of a monthly loan there is one. */
function waitsLonger({ plan, stretches, balance }: Walk, { dueBy }: Payment, index: number): boolean {
  // Of the last instalment nothing is left to repay.
  const next = index + 1
  return plan.unit !== 'month' && balance > 0n && (dueBy ?? '') >= (stretches[next] as Stretch).to
}

/** A loan that is repaid while instalments are not due yet pays their interest with this line. */
function closeEarly(walk: Walk, line: Line, index: number): void {
  if (walk.balance > 0n || isLentAfter(walk, index)) return
  takeOver(walk, line)
}

/** What is left of a payment when nothing is owed was not owed. */
function settle(walk: Walk, { index, amount }: Payment, rest: bigint): void {
  if (rest > 0n) walk.notOwed ??= { index, owed: kobo(amount - rest) }
}

function applyPrepayment(walk: Walk, paidAhead: bigint, isGrace: boolean): void {
  if (paidAhead === 0n) return
  if (walk.plan.prepayment === 'fewer' && isGrace) walk.early += paidAhead
  if (walk.plan.prepayment === 'smaller') walk.isStale = true
  else if (walk.plan.prepayment === 'skip') walk.ahead += paidAhead
}

function isLentAfter({ disbursements, stretches }: Walk, index: number): boolean {
  const { to } = stretches[index] as Stretch
  return (disbursements.at(-1)?.on ?? '') >= to && index < stretches.length - 1
}

/** Interest over the whole time as agreed on all that is paid out, calculated before anything is repaid. */
function deductedOf({ plan, disbursed, stretches }: Walk): bigint {
  const top = stretches.slice(plan.interestFree).reduce((sum, stretch) => sum + stretchPart(plan, stretch).top, 0n)
  const { bottom } = stretchPart(plan, stretches[0] as Stretch)
  return rounded({ top: disbursed * top * plan.annualRate.top, bottom: bottom * plan.annualRate.bottom }, plan.rounding)
}

function instalmentOf({ dueOn, principal, interest, fee, penalty, balance }: Line, index: number): Instalment {
  return {
    number: index + 1,
    dueOn,
    principal: principal as Kobo,
    interest: interest as Kobo,
    fees: fee as Kobo,
    penalties: penalty as Kobo,
    total: kobo(principal + interest + fee + penalty),
    balance: balance as Kobo,
  }
}
