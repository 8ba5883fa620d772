import { portfolioAtRiskReport as contract } from '#features/loans/reports/contract.ts'
import type { PageOf, Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { portfolioAtRisk, portfolioTotals, type riskDays } from '#features/loans/loans/rules/portfolio.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { answerReport, pageOfRows } from '#features/accounting/books/server/answer-report.ts'
import type { FileDraft } from '#platform/files/file-draft.ts'
import { byDelayOf, findLoansOfReport } from './find-loans-of-report.ts'

type Row = Replied<typeof contract>

/** What of each product was at risk at the end of a day. Refuses: file_rows_too_many. */
export async function getPortfolioAtRiskReport(
  tx: Tx,
  _actor: TenantActor,
  input: Parsed<typeof contract> & { page: number; limit: number },
  { now }: Context,
): Promise<PageOf<Row> | FileDraft> {
  const { day, loans } = await findLoansOfReport(tx, input, { now })
  const rows = [...Map.groupBy(loans, ({ loanConfigId }) => loanConfigId)].map(([loanConfigId, own]): Row => {
    const atRisk = portfolioAtRisk(byDelayOf(own))
    const late = (than: (typeof riskDays)[number]) => atRisk.find(({ days }) => days === than)?.outstanding ?? null
    const { loans: count, outstanding, overdue } = portfolioTotals(byDelayOf(own))
    return {
      loanConfigId,
      product: own[0]?.product ?? '',
      loans: count,
      outstanding,
      overdue,
      late1: late(1),
      late30: late(30),
      late60: late(60),
      late90: late(90),
      percent30: (atRisk.find(({ days }) => days === 30)?.basisPoints ?? 0) / 100,
    }
  })
  const atRisk = portfolioAtRisk(byDelayOf(loans)).map(({ basisPoints, ...risk }) => ({
    ...risk,
    percent: basisPoints / 100,
  }))
  return answerReport(tx, contract, pageOfRows(contract, rows, input), {
    format: input.format,
    now,
    days: { to: day },
    facts: { atRisk },
    closing: [{ product: 'PAR 30 of all products', percent30: atRisk.find(({ days }) => days === 30)?.percent }],
  })
}
