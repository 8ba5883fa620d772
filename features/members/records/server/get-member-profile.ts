import { type getMemberProfile as contract, profileRowsMax } from '#features/members/records/contract.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import { roleName, type TenantActor } from '#core/actor.ts'
import type { Kobo } from '#core/money.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { getMemberDashboard, getOwnRecord } from '#features/members/members/server/queries.ts'
import { findLoanStatus, findOwnEvents, findRecords, sumRecords } from './queries.ts'

/** The record, figures and newest rows of the member whose session it is. Refuses: not_found. */
export async function getMemberProfile(
  tx: Tx,
  actor: TenantActor,
  input: unknown,
  context: Context,
): Promise<Replied<typeof contract>> {
  const own = await getOwnRecord(tx, actor)
  const id = own.memberid
  const newest = { id, page: 1, limit: profileRowsMax }
  const [{ financialSummary }, sums, all, loans, contributions, transactions, deposits, events] = await Promise.all([
    getMemberDashboard(tx, actor, input, context),
    sumRecords(tx, id, context.now),
    findRecords(tx, newest),
    findRecords(tx, { ...newest, kind: 'loans' }),
    findRecords(tx, { ...newest, kind: 'contributions' }),
    findRecords(tx, { ...newest, kind: 'transactions' }),
    findRecords(tx, { ...newest, kind: 'deposits' }),
    findOwnEvents(tx, { loginId: actor.loginId, memberId: id, limit: profileRowsMax }, context.eventWords),
  ])
  const { totalContributions, outstandingContributions, totalDeposits, totalLoans, outstandingLoans, totalHeld } =
    financialSummary
  const { totalWithdrawals } = sums
  return {
    ...own,
    loanStatus: await findLoanStatus(tx, id),
    loans: { data: loans.rows, summary: { total: loans.total, totalLoans, outstandingLoans } },
    contributions: {
      data: contributions.rows,
      summary: { total: contributions.total, totalContributions, outstandingContributions },
    },
    transactions: {
      data: transactions.rows,
      summary: { total: transactions.total, totalContributions, totalDeposits, totalWithdrawals },
    },
    deposits: { data: deposits.rows, summary: { total: deposits.total, totalDeposits } },
    portfolioAllocations: {
      data: (
        [
          ['savings', financialSummary.savings],
          ['shares', financialSummary.shares],
          ['fixed_deposits', financialSummary.fixedDeposits],
        ] as const
      ).map(([portfolio, amount]) => ({ portfolio, amount, percent: percentOf(amount, totalHeld) })),
      summary: { totalHeld },
    },
    auditLogs: { data: events.rows, summary: { total: events.total } },
    roles: own.memberRoles.map(({ role }) => ({ id: role, name: roleName(role) })),
    financialSummary,
    financialRecords: { data: all.rows, summary: sums },
  }
}

/** In percent with two decimals, the rest cut off. */
function percentOf(part: Kobo, whole: Kobo): number {
  return whole > 0n ? Number((part * 10_000n) / whole) / 100 : 0
}
