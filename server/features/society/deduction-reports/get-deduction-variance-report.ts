import { deductionVarianceReport as contract } from '#contract/society/deduction-reports.ts'
import type { PageOf, Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { dayIn, firstDayOf, lastDayOf, periodOf } from '#domain/calendar.ts'
import { varianceKinds, varianceLabels } from '#domain/society/deductions/words.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { answerReport, pagingOf } from '#server/features/books/books/answer-report.ts'
import type { FileDraft } from '#server/files/file-draft.ts'
import { findEmployersIn, findVarianceIn, type Result } from './queries.ts'

type Row = Replied<typeof contract>

const labels: Record<Result, string> = { ...varianceLabels, awaited: 'No return yet' }
const kinds = ([...varianceKinds, 'awaited'] as const).map((value) => ({ value, label: labels[value] }))

/** What employers deducted for a month beside what they were asked to. Refuses: file_rows_too_many. */
export async function getDeductionVarianceReport(
  tx: Tx,
  _actor: TenantActor,
  {
    asOf,
    period: month,
    employerId,
    kind,
    format,
    ...asked
  }: Parsed<typeof contract> & { page: number; limit: number },
  { now }: Context,
): Promise<PageOf<Row> | FileDraft> {
  const period = month ?? periodOf(asOf ?? dayIn(now))
  const [{ rows, ...found }, employers] = await Promise.all([
    findVarianceIn(tx, { period, employerId, kind, ...pagingOf(contract, { ...asked, format }) }),
    findEmployersIn(tx, period),
  ])
  const employer = employers.find(({ value }) => value === employerId)?.label
  return answerReport<Row>(
    tx,
    contract,
    { ...found, rows: rows.map((row) => ({ ...row, result: labels[row.result] })) },
    {
      format,
      now,
      days: { from: firstDayOf(period), to: lastDayOf(period) },
      of: [employer, kind && labels[kind]].filter((word) => word).join(', ') || undefined,
      choices: [
        { filter: 'employerId', options: employers },
        { filter: 'kind', options: kinds },
      ],
    },
  )
}
