import { labelled } from '#core/words.ts'
import { addMonthsToDay, type Day, dayText, daysBetween } from '#core/calendar.ts'
import type { AccountTypeKind } from '#features/accounting/books/rules/account-kinds.ts'
import type { AccountId, AccountTypeId, LoanId } from '#core/ids.ts'
import { type Kobo, kobo, moneyText, sumKobo, zeroKobo } from '#core/money.ts'
import { Refusal, refusal } from '#core/refusal.ts'

export const leavingShort = refusal(
  'leaving_short',
  409,
  '{held} is held and {owed} is owed. Take in the {missing} that is missing first.',
)

/** Why an officer starts a leaving. */
export const givenLeavingReasons = ['resignation', 'expulsion', 'death'] as const

/** Why a membership ends; `merged`: the record was a second one of a person. */
export const leavingReasons = [...givenLeavingReasons, 'merged'] as const
export type LeavingReason = (typeof leavingReasons)[number]

/** What each reason is called on screen. */
export const leavingReasonLabels: Record<LeavingReason, string> = labelled({
  resignation: 'Resignation',
  expulsion: 'Expulsion',
  death: 'Death',
  merged: 'Merged into another record',
})

/** `open`: started; `waiting`: its settlement waits for approval; `cancelled` and `reversed` are ways out of it; `readmitted`: the member came back. */
export const leavingStatuses = ['open', 'waiting', 'settled', 'cancelled', 'reversed', 'readmitted'] as const
export type LeavingStatus = (typeof leavingStatuses)[number]

/** What the member is once it is settled. */
export function statusAfter(reason: LeavingReason): 'left' | 'deceased' {
  return reason === 'death' ? 'deceased' : 'left'
}

/** The last day of a resigning member's notice; an expulsion and a death have none. */
export function noticeEnd(reason: LeavingReason, noticedOn: Day, noticeMonths: number): Day | undefined {
  return reason === 'resignation' && noticeMonths > 0 ? addMonthsToDay(noticedOn, noticeMonths) : undefined
}

/** How many days of a notice are left. */
export function noticeDaysLeft(endsOn: Day | undefined, isWaived: boolean, today: Day): number {
  return endsOn === undefined || isWaived || endsOn <= today ? 0 : daysBetween(today, endsOn)
}

/** An account of the member with its balance; shares at par, as the books carry them. `interest` is what it earned and nothing has paid yet. */
export type HeldAccount = {
  accountTypeId: AccountTypeId
  accountId: AccountId
  name: string
  kind: AccountTypeKind
  amount: Kobo
  interest?: { from: Day; to: Day; amount: Kobo } | undefined
}

/** A running loan with what settles it on the day. */
export type SetOffLoan = {
  loanId: LoanId
  name: string
  isAllPaidOut: boolean
  principal: Kobo
  interest: Kobo
  fees: Kobo
  penalties: Kobo
  amount: Kobo
}

/** What a member holds, what of it pays what they owe, and what is paid; `missing` is what they would have to bring. */
export type LeavingSums = { held: Kobo; setOff: Kobo; fee: Kobo; net: Kobo; missing: Kobo }

export function leavingSums(
  accounts: readonly Pick<HeldAccount, 'amount' | 'interest'>[],
  loans: readonly Pick<SetOffLoan, 'amount'>[],
  fee: Kobo,
): LeavingSums {
  const [held, setOff] = [
    sumKobo(accounts.flatMap(({ amount, interest }) => [amount, interest?.amount ?? zeroKobo])),
    sumKobo(loans.map(({ amount }) => amount)),
  ]
  const net = held - setOff - fee
  return { held, setOff, fee, net: kobo(net > 0n ? net : 0n), missing: kobo(net < 0n ? -net : 0n) }
}

/** What is in the way of a settlement, as the records have it. */
export type ClearanceFacts = {
  reason: LeavingReason
  noticeDaysLeft: number
  noticeEndsOn: Day | undefined
  /** What the member still is: “treasurer”. */ office: string | undefined
  nominees: number
  net: Kobo
  loans: readonly SetOffLoan[]
  applications: readonly { loanId: LoanId; name: string; status: 'submitted' | 'approved'; principal: Kobo }[]
  lost: readonly { loanId: LoanId; name: string; owed: Kobo }[]
  guarantees: readonly { loanId: LoanId; name: string; borrower: string; status: 'asked' | 'accepted' }[]
  goods: readonly { loanId: LoanId; name: string }[]
  holds: readonly { account: string; amount: Kobo; reason: string }[]
  deposits: readonly { number: string; amount: Kobo; maturesOn: Day; hasMatured: boolean }[]
  deductions: readonly { employer: string; amount: Kobo }[]
  waiting: readonly { what: string; amount: Kobo }[]
  /** The open vote on whose roll they are, and the election in which they are a candidate. */
  vote: string | null
  election: string | null
}

export const clearanceKinds = [
  'office',
  'votes',
  'notice',
  'nominees',
  'loans',
  'applications',
  'lost',
  'guarantees',
  'goods',
  'holds',
  'deposits',
  'deductions',
  'waiting',
] as const
export type ClearanceKind = (typeof clearanceKinds)[number]

/** One row: clear, or what is to be done first; `loanId` names the loan on whose page it is done. */
export type ClearanceRow = { kind: ClearanceKind; isClear: boolean; text: string; loanId: LoanId | null }

/** Each thing that a leaving looks at, in one order; what is in order says so in one row. */
export function clearanceOf(facts: ClearanceFacts): ClearanceRow[] {
  return [
    ...noticeRows(facts),
    ...officeRows(facts),
    ...voteRows(facts),
    ...nomineeRows(facts),
    ...loanRows(facts),
    ...standingRows(facts),
    ...moneyRows(facts),
  ]
}

const clear = (kind: ClearanceKind, text: string): ClearanceRow => ({ kind, isClear: true, text, loanId: null })
const toDo = (kind: ClearanceKind, text: string, loanId: LoanId | null = null): ClearanceRow => ({
  kind,
  isClear: false,
  text,
  loanId,
})

function orClear(kind: ClearanceKind, rows: readonly ClearanceRow[], text: string): readonly ClearanceRow[] {
  return rows.length === 0 ? [clear(kind, text)] : rows
}

function noticeRows({ reason, noticeDaysLeft: left, noticeEndsOn }: ClearanceFacts): ClearanceRow[] {
  if (reason === 'death') return []
  if (left === 0 || noticeEndsOn === undefined) return [clear('notice', 'No notice runs any more.')]
  return [
    toDo(
      'notice',
      `The notice runs until ${dayText(noticeEndsOn)}: ${left} ${left === 1 ? 'day' : 'days'} more. Wait for that day, or waive the notice.`,
    ),
  ]
}

/** Ending an office takes two officers, where there are two; a settlement must not be a way round that. */
function officeRows({ office }: ClearanceFacts): ClearanceRow[] {
  return office === undefined
    ? []
    : [toDo('office', `Still holds an office: ${office}. End it on the member's page, under Roles.`)]
}

/** An exit would take a voter off the roll or a candidate off the ballot, on the word of those who may be up for election themselves. */
function voteRows({ reason, vote, election }: ClearanceFacts): ClearanceRow[] {
  if (reason === 'death') return []
  return [
    ...(vote === null ? [] : [toDo('votes', `Is on the roll of “${vote}”. Wait until it is closed.`)]),
    ...(election === null ? [] : [toDo('votes', `Is a candidate in ${election}. Wait for its result.`)]),
  ]
}

function nomineeRows({ reason, nominees, net }: ClearanceFacts): ClearanceRow[] {
  if (reason !== 'death') return []
  if (nominees > 0)
    return [clear('nominees', `${nominees} ${nominees === 1 ? 'nominee shares' : 'nominees share'} what is paid.`)]
  return net > 0n
    ? [
        toDo(
          'nominees',
          'No nominee is on record. Name those whom the court or the member’s papers name, with their shares.',
        ),
      ]
    : [clear('nominees', 'Nothing is left to be paid to nominees.')]
}

function loanRows({ loans, applications, lost }: ClearanceFacts): ClearanceRow[] {
  return [
    ...orClear(
      'loans',
      loans.map(({ loanId, name, isAllPaidOut, amount }) =>
        isAllPaidOut
          ? {
              kind: 'loans' as const,
              isClear: true,
              text: `${name} loan: ${moneyText(amount)} settles it from the savings.`,
              loanId,
            }
          : toDo(
              'loans',
              `${name} loan: part of it is still to be paid out. Pay that out, or reverse what went out.`,
              loanId,
            ),
      ),
      'No loan runs.',
    ),
    ...orClear(
      'applications',
      applications.map(({ loanId, name, status, principal }) =>
        toDo(
          'applications',
          status === 'submitted'
            ? `${name} loan of ${moneyText(principal)} waits for a decision. Reject it.`
            : `${name} loan of ${moneyText(principal)} is approved and not paid out. Cancel it, or pay it out and let the settlement take it back.`,
          loanId,
        ),
      ),
      'No loan is asked for.',
    ),
    ...lost.map(({ loanId, name, owed }) =>
      toDo(
        'lost',
        `${name} loan was written off, and ${moneyText(owed)} of it is still owed. Take it from the savings on its page.`,
        loanId,
      ),
    ),
  ]
}

function standingRows({ guarantees, goods }: ClearanceFacts): ClearanceRow[] {
  return [
    ...orClear(
      'guarantees',
      guarantees.map(({ loanId, name, borrower, status }) =>
        toDo(
          'guarantees',
          status === 'accepted'
            ? `Guarantees the ${name} loan of ${borrower}. Ask another guarantor in this place first.`
            : `Is asked to guarantee the ${name} loan of ${borrower}. Ask another guarantor in this place first.`,
          loanId,
        ),
      ),
      'Guarantees no one else’s loan.',
    ),
    ...goods.map(({ loanId, name }) =>
      toDo('goods', `Goods of the ${name} loan are not handed over yet. Hand them over, or reverse the loan.`, loanId),
    ),
  ]
}

function moneyRows({ holds, deposits, deductions, waiting }: ClearanceFacts): readonly ClearanceRow[] {
  return [
    ...orClear(
      'holds',
      holds.map(({ account, amount, reason }) =>
        toDo('holds', `${moneyText(amount)} is held on ${account}: ${reason}. Release it first.`),
      ),
      'No money is held.',
    ),
    ...orClear(
      'deposits',
      deposits.map(({ number, amount, maturesOn, hasMatured }) =>
        toDo(
          'deposits',
          `Fixed deposit ${number} of ${moneyText(amount)} ${hasMatured ? `matured on ${dayText(maturesOn)}. Pay it out first.` : `runs until ${dayText(maturesOn)}. Break it first, or wait until it matures.`}`,
        ),
      ),
      'No fixed deposit runs.',
    ),
    ...orClear(
      'deductions',
      deductions.map(({ employer, amount }) =>
        toDo(
          'deductions',
          `${employer} deducted ${moneyText(amount)} that is not on the accounts yet. Credit it first.`,
        ),
      ),
      'No employer holds deductions.',
    ),
    ...orClear(
      'waiting',
      waiting.map(({ what, amount }) =>
        toDo('waiting', `${what} of ${moneyText(amount)} waits for approval. Decide about it first.`),
      ),
      'No money of this member waits for approval.',
    ),
  ]
}

/** Why it can't be settled now: the first thing on the list, or money that is missing. */
export function whyNotSettle(
  rows: readonly ClearanceRow[],
  { held, setOff, fee, missing }: LeavingSums,
): Refusal | undefined {
  const open = rows.filter(({ isClear }) => !isClear)
  if (open.length > 0) return new Refusal('leaving_not_clear', { count: open.length, first: open[0]?.text })
  if (missing > zeroKobo)
    return leavingShort({ held: moneyText(held), owed: moneyText(kobo(setOff + fee)), missing: moneyText(missing) })
  return undefined
}
