import { officeOf, roleName } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import {
  clearanceOf,
  type ClearanceRow,
  type HeldAccount,
  type LeavingReason,
  leavingSums,
  type LeavingSums,
  noticeDaysLeft,
  type SetOffLoan,
} from '#features/members/leaving/rules/leaving.ts'
import { outstandingPrincipal } from '#features/loans/loans/rules/running-loan.ts'
import type { Repaid } from '#features/loans/loans/rules/settlement.ts'
import { settledOn } from '#features/loans/loans/rules/top-up.ts'
import { nomineeParts, wholeShare } from '#features/members/members/rules/nominee.ts'
import { type Kobo, kobo } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import { accrueInterest, type AccruedInterest } from '#features/savings/interest/server/accrue-interest.ts'
import { findNominees } from '#features/members/nominees/server/reads.ts'
import { findRunningLoans, type LockedRunningLoan } from '#features/loans/running-loans/server/reads.ts'
import { findActiveLoans, findHeldAccounts, findObstacles, type Leaver } from './reads.ts'
import type { NewPayee } from './writes.ts'

/** A running loan with what settles it; undefined where nothing of it is owed. */
export type LoanToSettle = {
  loan: LockedRunningLoan
  set: SetOffLoan
  settled: (Repaid & { amount: Kobo }) | undefined
}

export type PlannedPayee = Omit<NewPayee, 'through'>

export type PlannedSettlement = {
  accounts: HeldAccount[]
  loans: LoanToSettle[]
  sums: LeavingSums
  payees: PlannedPayee[]
  clearance: ClearanceRow[]
}

/** A leaving that is looked at; none is open where its member is only asked about. */
type PlannedLeaving = { reason: LeavingReason; noticeEndsOn: Day | null; isWaived: boolean }

/**
 * What settling the member on that day takes and pays, and what is in its way; nothing is changed. Who is to settle
 * locks all of it before. Refuses: top_up_day_too_early, where a loan moved after that day.
 */
export async function planSettlement(
  tx: Tx,
  leaver: Leaver,
  leaving: PlannedLeaving,
  { on, fee }: { on: Day; fee: Kobo },
): Promise<PlannedSettlement> {
  const { memberId } = leaver
  const [held, ids, obstacles, nominees] = await Promise.all([
    findHeldAccounts(tx, memberId),
    findActiveLoans(tx, memberId),
    findObstacles(tx, memberId, on),
    findNominees(tx, memberId),
  ])
  const accounts = withInterest(held, await accrueInterest(tx, memberId, on))
  const loans = (await findRunningLoans(tx, ids)).map((loan) => toSettle(loan, on))
  const sums = leavingSums(
    accounts,
    loans.map(({ set }) => set),
    fee,
  )
  const noticeEndsOn = leaving.noticeEndsOn ?? undefined
  const office = officeOf(leaver.roles)
  const clearance = clearanceOf({
    reason: leaving.reason,
    noticeDaysLeft: noticeDaysLeft(noticeEndsOn, leaving.isWaived, on),
    noticeEndsOn,
    office: office && roleName(office).toLowerCase(),
    nominees: nominees.length,
    net: sums.net,
    loans: loans.map(({ set }) => set),
    ...obstacles,
  })
  return {
    accounts,
    loans,
    sums,
    clearance,
    payees: leaving.reason === 'death' ? payNominees(nominees, sums.net) : payHimself(leaver, sums.net),
  }
}

/** The accounts with what each has earned until the day before; one that is empty is there for its interest alone. */
function withInterest(accounts: readonly HeldAccount[], accrued: readonly AccruedInterest[]): HeldAccount[] {
  const empty = accrued.filter(({ accountId }) => !accounts.some((each) => each.accountId === accountId))
  const all = [
    ...accounts,
    ...empty.map(({ accountId, accountTypeId, name }): HeldAccount => ({
      accountId,
      accountTypeId,
      name,
      kind: 'savings',
      amount: kobo(0),
    })),
  ]
  return all.map((account) => ({
    ...account,
    interest: accrued.find(({ accountId }) => accountId === account.accountId),
  }))
}

/** The interest of a settlement as lines of its statement. */
export function interestLines(accounts: readonly HeldAccount[]): { name: string; from: Day; to: Day; amount: Kobo }[] {
  return accounts.flatMap(({ name, interest }) =>
    interest ? [{ name, from: interest.from, to: interest.to, amount: interest.amount }] : [],
  )
}

function toSettle(loan: LockedRunningLoan, on: Day): LoanToSettle {
  const settled = settledOn(loan, on)
  if (settled instanceof Refusal) throw settled
  const { principal, interest, fees, penalties } = settled?.change ?? {
    principal: outstandingPrincipal(loan.before),
    interest: kobo(0),
    fees: kobo(0),
    penalties: kobo(0),
  }
  return {
    loan,
    settled,
    set: {
      loanId: loan.loanId,
      name: loan.loanConfig,
      isAllPaidOut: loan.before.disbursed === loan.principal,
      principal,
      interest,
      fees,
      penalties,
      amount: settled?.amount ?? kobo(0),
    },
  }
}

function payHimself({ name, phone }: Leaver, net: Kobo): PlannedPayee[] {
  return net > 0n ? [{ number: 1, name, relationship: null, phone, shareBasisPoints: wholeShare, amount: net }] : []
}

function payNominees(nominees: Awaited<ReturnType<typeof findNominees>>, net: Kobo): PlannedPayee[] {
  if (net === 0n || nominees.length === 0) return []
  const parts = nomineeParts(
    net,
    nominees.map(({ shareBasisPoints }) => shareBasisPoints),
  )
  return nominees.map(({ number, firstName, lastName, relationship, phone, shareBasisPoints }, index) => ({
    number,
    name: [firstName, lastName].filter(Boolean).join(' ') || `Nominee ${number}`,
    relationship,
    phone,
    shareBasisPoints,
    amount: parts[index] ?? kobo(0),
  }))
}
