import type * as z from 'zod/mini'
import type { Day } from '#core/calendar.ts'
import { sentenceOf } from '#core/contract/refusals.ts'
import type { EntryId, LoanId, MemberId } from '#core/ids.ts'
import { type Kobo, kobo, zeroKobo } from '#core/money.ts'
import { Refusal, refuse } from '#core/refusal.ts'
import {
  eventsOf,
  furtherChange,
  type LoanChange,
  outstandingPrincipal,
  planOfLoan,
  type RunningLoan,
  runningLoan,
  type StoredMovement,
} from '#features/loans/loans/rules/running-loan.ts'
import { type Repaid, settlementOn } from '#features/loans/loans/rules/settlement.ts'
import { type LoanToSettle, settledOn, topUpNotRunning, whyNotSettle } from '#features/loans/loans/rules/top-up.ts'
import { findRunningLoans, loanWrittenOff, type LockedRunningLoan } from '#features/loans/running-loans/server/reads.ts'
import type * as contract from '#features/loans/top-ups/contract.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

/** What the product of a running loan asks before a new one settles it, and which application is to settle it already. */
export type SettlingRules = { loanId: LoanId; afterPercent: number | null; takenBy: string | null }

type Asked = { named: readonly LoanId[]; by: LoanId | undefined }

/** Of the member's loans that run, and of those that are `named` though they don't; those in the order of the names. `by` is the application that is being decided. */
export async function findSettlingRules(tx: Tx, memberId: MemberId, { named, by }: Asked): Promise<SettlingRules[]> {
  return tx.many(sql`
    select l.loan_id, coalesce((select s.after_percent from app.loan_settlement s where s.loan_id = ${by ?? null}::uuid and s.settles = l.loan_id), (c.rules ->> 'topUpAfterPercent')::int) as after_percent,
      (select nc.name from app.loan_settlement s join app.loan n using (loan_id) join app.loan_configuration nc using (loan_configuration_id)
        where s.settles = l.loan_id and n.status in ('submitted', 'approved') and n.loan_id is distinct from ${by ?? null}::uuid limit 1) as taken_by
    from app.loan l join app.loan_configuration c using (loan_configuration_id)
    where l.member_id = ${memberId} and (l.status = 'active' or l.loan_id = any(${named}::uuid[])) order by array_position(${named}::uuid[], l.loan_id), l.start_on, l.loan_id`)
}

/** The loans that this one settles, and what each took once it did. */
export async function findSettles(tx: Tx, loanId: LoanId): Promise<z.output<typeof contract.settledLoan>[]> {
  return tx.many(sql`
    select s.settles as loan_id, c.name as loan_config, o.principal, o.disbursed - o.paid_principal - o.written_off as outstanding, m.occurred_on as on, m.amount
    from app.loan_settlement s join app.loan o on o.loan_id = s.settles join app.loan_configuration c on c.loan_configuration_id = o.loan_configuration_id
    left join lateral (select r.occurred_on, r.amount from app.loan_movement r join app.loan_movement d on d.entry_id = r.entry_id and d.loan_id = s.loan_id
      where r.loan_id = s.settles and r.way = 'top_up' and r.status = 'posted' order by r.created_at desc limit 1) m on true
    where s.loan_id = ${loanId} order by o.start_on, s.settles`)
}

/** The loan that settles this one, of those that were not turned down or withdrawn the latest. */
export async function findSettledBy(tx: Tx, loanId: LoanId): Promise<z.output<typeof contract.settlingLoan> | null> {
  const found = await tx.maybe<z.output<typeof contract.settlingLoan>>(sql`
    select n.loan_id, c.name as loan_config, n.principal, n.status
    from app.loan_settlement s join app.loan n using (loan_id) join app.loan_configuration c using (loan_configuration_id)
    where s.settles = ${loanId} and n.status not in ('rejected', 'withdrawn') order by n.submitted_at desc limit 1`)
  return found ?? null
}

export async function findNamed(tx: Tx, loanId: LoanId): Promise<LoanId[]> {
  const rows = await tx.many<{ settles: LoanId }>(
    sql`select settles from app.loan_settlement where loan_id = ${loanId} order by settles`,
  )
  return rows.map(({ settles }) => settles)
}

/** Locks a loan with those that it settles, always in the same order. */
export async function lockWithSettled(tx: Tx, loanId: LoanId): Promise<LoanId[]> {
  const named = await findNamed(tx, loanId)
  if (named.length === 0) return named
  await tx.run(sql`select from app.loan where loan_id = any(${[...named, loanId]}::uuid[]) order by loan_id for update`)
  await tx.run(sql`select app.lock_guarantees(l.id) from unnest(${[...named, loanId].toSorted()}::uuid[]) as l(id)`)
  return named
}

/** The loan with whose money this one was settled, and on which day. */
export async function findNewLoanOf(tx: Tx, entryId: EntryId): Promise<{ loan: string; on: Day }> {
  return tx.one(sql`
    select c.name as loan, d.occurred_on as on from app.loan_movement d join app.loan l using (loan_id) join app.loan_configuration c using (loan_configuration_id)
    where d.entry_id = ${entryId} and d.kind = 'disbursement'`)
}

/** What of a member's savings is already pledged for loans that this one settles. */
export async function findHeldAlready(tx: Tx, loanId: LoanId, memberId: MemberId): Promise<Kobo> {
  const { held } = await tx.one<{ held: Kobo }>(sql`select app.held_already(${loanId}, ${memberId}) as held`)
  return held
}

type FoundToSettle = LoanToSettle & { outstanding: Kobo }

/**
 * The member's loans that run, and those that are `named` though they don't. `by` is the application that is being
 * decided: the rules of the moment when it was made apply to it.
 */
export async function findLoansToSettle(
  tx: Tx,
  memberId: MemberId,
  { on, named = [], by }: { on: Day; named?: readonly LoanId[]; by?: LoanId },
): Promise<FoundToSettle[]> {
  const rules = await findSettlingRules(tx, memberId, { named, by })
  const loans = await findRunningLoans(
    tx,
    rules.map(({ loanId }) => loanId),
  )
  return rules.flatMap((rule) => {
    const loan = loans.find(({ loanId }) => loanId === rule.loanId)
    return loan ? [toSettle(loan, rule, on)] : []
  })
}

function toSettle(loan: LockedRunningLoan, { loanId, afterPercent, takenBy }: SettlingRules, on: Day): FoundToSettle {
  const { status, loanConfig: name, principal, takenOver, before, movements, startOn } = loan
  const outstanding = outstandingPrincipal(before)
  const lent = takenOver?.originalPrincipal ?? principal
  return {
    loanId,
    name,
    afterPercent,
    takenBy,
    lent,
    outstanding,
    state: status === 'active' ? 'running' : status === 'completed' ? 'over' : 'lost',
    repaid: kobo(lent - outstanding),
    isAllPaidOut: before.disbursed === principal,
    settlement:
      status === 'active' && startOn
        ? settlementOn(planOfLoan(loan), eventsOf(movements), on > startOn ? on : startOn)
        : zeroKobo,
  }
}

/** A running loan as the form of a new application shows it. */
export function runningFrom(loan: FoundToSettle): z.output<typeof contract.runningToSettle> {
  const refusal = whyNotSettle(loan)
  return {
    loanId: loan.loanId,
    name: loan.name,
    outstanding: loan.outstanding,
    settlement: loan.settlement,
    whyNot: refusal ? sentenceOf(refusal) : null,
  }
}

/** An old loan with the payment of a new one that settles it. */
export type Settled = Repaid & { loan: LockedRunningLoan; amount: Kobo }

/**
 * What of a new loan's money settles these, which are locked, on that day; one that was repaid meanwhile takes nothing.
 * Refuses: top_up_not_running, top_up_day_too_early.
 */
export async function settleWith(tx: Tx, named: readonly LoanId[], on: Day): Promise<Settled[]> {
  const loans = await findRunningLoans(tx, named)
  return loans.flatMap((loan) => {
    if (loan.status === 'completed') return []
    if (loan.status !== 'active') return refuse(topUpNotRunning({ field: 'settles' }))
    const settled = settledOn(loan, on)
    if (settled instanceof Refusal) throw settled
    return settled ? [{ loan, ...settled }] : []
  })
}

/** An old loan as it is without the payment that settled it, and its rebate; `further` is what other repayments are then used for otherwise. */
export type Unsettled = { loan: LockedRunningLoan; undone: StoredMovement[]; after: RunningLoan; further: LoanChange }

/** What the reversal of this entry gives back to the loans that it settled, which are locked. Refuses: loan_written_off. */
export async function unsettleWith(tx: Tx, named: readonly LoanId[], entryId: EntryId): Promise<Unsettled[]> {
  const loans = await findRunningLoans(tx, named)
  return loans.flatMap((loan) => {
    const undone = loan.movements.filter((each) => each.entryId === entryId && each.status === 'posted')
    if (undone.length === 0) return []
    if (loan.status === 'written_off') return refuse(loanWrittenOff())
    const after = runningLoan(planOfLoan(loan), eventsOf(loan.movements.filter((each) => !undone.includes(each))))
    if (after instanceof Refusal) throw after
    return [{ loan, undone, after, further: furtherChange(loan.before, after, undone) }]
  })
}
