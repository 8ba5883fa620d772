import type { Day } from '#core/calendar.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import { sentenceOf } from '#core/contract/refusals.ts'
import type { AccountId, AccountTypeId, LoanId, MemberId } from '#core/ids.ts'
import { type Kobo, kobo, sumKobo, zeroKobo } from '#core/money.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import * as contract from '#features/loans/guarantees/contract.ts'
import type { InstalmentUnit } from '#features/loans/loans/rules/due-dates.ts'
import { type GuaranteeStatus, stillAsks, whyNotAccept } from '#features/loans/loans/rules/guarantee.ts'
import { committedStatuses, type LoanStatus } from '#features/loans/loans/rules/loan.ts'
import { heldOf } from '#features/savings/pledges/rules/pledge.ts'
import { action } from '#platform/action.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

export type OwnGuarantee = {
  loanId: LoanId
  borrower: string
  membershipno: string
  loan: string
  purpose: string | null
  loanStatus: LoanStatus
  /** Asked in the place of another guarantor. */
  inPlace: boolean
  principal: Kobo
  instalments: number
  repaidEvery: InstalmentUnit
  paid: Kobo
  status: GuaranteeStatus
  /** What they pledge of the whole principal. */
  amount: Kobo
  held: Kobo
  recovered: Kobo
  /** What of `paid` was recovered from guarantors, by which no other pledge shrinks. */
  byGuarantors: Kobo
  /** What of their savings is already pledged for a loan that this one settles. */
  alreadyHeld: Kobo
  askedAt: Date
  answeredAt: Date | null
  borrowerId: MemberId
  unindebted: boolean
  /** When the last instalment is due; null before the schedule begins. */
  lastDueOn: Day | null
}

/** A guarantor's own figures: their usual savings account, what is free on it, and what they owe. */
export type Standing = {
  isActive: boolean
  accountId: AccountId | null
  accountTypeId: AccountTypeId
  capacity: Kobo
  owes: Kobo
}

const columnsFor = (
  memberId: MemberId,
) => sql`g.loan_id, g.borrower, g.membershipno, g.loan, g.purpose, g.loan_status, g.principal, g.instalments, g.repaid_every, g.paid, g.status, g.amount, g.held,
  g.asked_at, g.answered_at, g.borrower_id, g.unindebted, g.recovered, g.by_guarantors, app.held_already(g.loan_id, ${memberId}) as already_held,
  exists (select from app.loan_guarantor o where o.loan_id = g.loan_id and o.member_id = ${memberId} and o.replaces is not null) as in_place, g.last_due_on`

/** What this member guarantees or is asked to; a member's own session finds its own alone. Refuses: not_found. */
export async function findGuarantee(tx: Tx, loanId: LoanId, memberId: MemberId): Promise<OwnGuarantee> {
  const found = await tx.maybe<OwnGuarantee>(
    sql`select ${columnsFor(memberId)} from app.guarantees_of(${memberId}) g where g.loan_id = ${loanId}`,
  )
  return found ?? refuse('not_found')
}

/** A member's own session asks: row security shows it no other's figures. */
export async function findStanding(tx: Tx, memberId: MemberId): Promise<Standing> {
  const [standing] = await findStandings(tx, [memberId])
  return standing ?? refuse('not_found')
}

/** The same of several, for officers; who was removed is left out. */
export async function findStandings(
  tx: Tx,
  memberIds: readonly MemberId[],
): Promise<(Standing & { memberId: MemberId })[]> {
  return tx.many<Standing & { memberId: MemberId }>(sql`
    select m.member_id, m.status = 'active' and not exists (select from app.leaving v where v.member_id = m.member_id and v.status in ('open', 'waiting')) as is_active, a.account_id, t.account_type_id,
      greatest(coalesce(a.free, 0) - coalesce((select sum(p.amount) from app.transaction p
        where p.member_id = m.member_id and p.account_type_id = t.account_type_id and p.status = 'pending' and p.direction = 'out'), 0), 0)::bigint as capacity,
      (select coalesce(sum(l.disbursed - l.paid_principal - l.recovered), 0)::bigint from app.loan l
        where l.member_id = m.member_id and (l.status = any (${committedStatuses}::text[]) or l.status = 'written_off')) as owes
    from app.member m
    join app.account_type t on t.is_default
    left join lateral (
      select o.account_id, coalesce(sum(b.credits - b.debits), 0) - coalesce(o.min_balance, 0) as free
      from ledger.account o left join ledger.balance b on b.account_id = o.account_id
      where o.member_id = m.member_id and o.account_type_id = t.account_type_id group by o.account_id, o.min_balance) a on true
    where m.member_id = any (${memberIds}::uuid[]) and m.removed_at is null`)
}

/** The officers who saw this member, where their login was proved in person. */
export async function findWhoSaw(tx: Tx, memberId: MemberId): Promise<string | null> {
  const found = await tx.maybe<{ by: string | null }>(
    sql`select proved_by as by from platform.memberships_of(array[${memberId}]::uuid[])`,
  )
  return found?.by ?? null
}

/** Why they can't accept now, by the same rule that accepting asks. */
export function whyNot(guarantee: OwnGuarantee, { isActive, owes, capacity }: Standing): Refusal | undefined {
  const { status, loanStatus, inPlace, unindebted } = guarantee
  return whyNotAccept(
    { status, loanStatus, inPlace, toHold: toHoldOf(guarantee), isUnindebtedWanted: unindebted },
    { isActive, owes, free: kobo(capacity + guarantee.alreadyHeld) },
  )
}

/** What accepting pledges: now, or of a loan that is repaid, at most, once that is reversed. */
export function toHoldOf({ amount, principal, paid, byGuarantors, loanStatus }: OwnGuarantee): Kobo {
  if (loanStatus === 'completed') return amount
  return paid >= principal ? zeroKobo : heldOf(amount, principal, kobo(paid > byGuarantors ? paid - byGuarantors : 0n))
}

/** A guarantee as its guarantor reads it. */
export function guaranteeFrom(guarantee: OwnGuarantee, standing: Standing): Replied<typeof contract.acceptGuarantee> {
  const { unindebted: _rule, borrowerId: _borrower, byGuarantors: _others, lastDueOn: _end, ...row } = guarantee
  const isOpen = row.status === 'asked' && stillAsks(row)
  const refusal = isOpen ? whyNot(guarantee, standing) : undefined
  return { ...row, amount: isOpen ? toHoldOf(guarantee) : row.amount, whyNot: refusal ? sentenceOf(refusal) : null }
}

/** The loans that the member is asked to guarantee, and those that they guarantee: what they have not answered first, then the newest. */
export const listGuarantees = action(contract.listGuarantees, async ({ tx, actor }) => {
  const memberId = actor.memberId ?? refuse('not_permitted')
  const [rows, standing] = await Promise.all([
    tx.many<OwnGuarantee>(
      sql`select ${columnsFor(memberId)} from app.guarantees_of(${memberId}) g order by g.status <> 'asked', g.asked_at desc, g.loan_id limit 200`,
    ),
    findStanding(tx, memberId),
  ])
  return {
    capacity: kobo(standing.capacity),
    held: sumKobo(rows.map(({ held }) => held)),
    guarantees: rows.map((row) => guaranteeFrom(row, standing)),
  }
})
