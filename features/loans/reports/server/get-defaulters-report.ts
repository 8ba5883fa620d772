import { defaultersReport as contract } from '#features/loans/reports/contract.ts'
import type { PageOf, Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { sumKobo, zeroKobo } from '#core/money.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { answerReport, pageOfRows } from '#features/accounting/books/server/answer-report.ts'
import type { FileDraft } from '#platform/files/file-draft.ts'
import { findLoansOfReport } from './find-loans-of-report.ts'
import { findDebtors } from './queries.ts'

type Row = Replied<typeof contract>

/** The members who were late with a loan at the end of a day. Refuses: file_rows_too_many. */
export async function getDefaultersReport(
  tx: Tx,
  _actor: TenantActor,
  input: Parsed<typeof contract> & { page: number; limit: number },
  { now }: Context,
): Promise<PageOf<Row> | FileDraft> {
  const { day, loans } = await findLoansOfReport(tx, input, { now })
  const late = Map.groupBy(
    loans.filter(({ daysLate }) => daysLate > 0),
    ({ memberId }) => memberId,
  )
  const debtors = await findDebtors(tx, [...late.keys()], day)
  const rows = [...late].map(([memberId, own]): Row => {
    const oldest = own.reduce((one, other) => (other.daysLate > one.daysLate ? other : one))
    const { phone = null, savings = zeroKobo } = debtors.get(memberId) ?? {}
    return {
      memberId,
      membershipno: oldest.membershipno,
      name: oldest.name,
      phone,
      loans: own.length,
      overdue: sumKobo(own.map(({ overdue }) => overdue)),
      lateSince: oldest.lateSince,
      daysLate: oldest.daysLate,
      outstanding: sumKobo(own.map(({ outstanding }) => outstanding)),
      savings,
    }
  })
  return answerReport(tx, contract, pageOfRows(contract, rows, input), { format: input.format, now, days: { to: day } })
}
