import { deductionScheduleReport as contract } from '#contract/society/deduction-reports.ts'
import type { PageOf, Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { dayIn, firstDayOf, lastDayOf, periodOf } from '#domain/calendar.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { answerReport, pagingOf } from '#server/features/books/books/answer-report.ts'
import type { FileDraft } from '#server/files/file-draft.ts'
import { findEmployersIn, findScheduledIn } from './queries.ts'

/** What is to be deducted for a month. Refuses: file_rows_too_many. */
export async function getDeductionScheduleReport(
  tx: Tx,
  _actor: TenantActor,
  { asOf, period: month, employerId, format, ...asked }: Parsed<typeof contract> & { page: number; limit: number },
  { now }: Context,
): Promise<PageOf<Replied<typeof contract>> | FileDraft> {
  const period = month ?? periodOf(asOf ?? dayIn(now))
  const [found, employers] = await Promise.all([
    findScheduledIn(tx, { period, employerId, ...pagingOf(contract, { ...asked, format }) }),
    findEmployersIn(tx, period),
  ])
  return answerReport(tx, contract, found, {
    format,
    now,
    days: { from: firstDayOf(period), to: lastDayOf(period) },
    of: employers.find(({ value }) => value === employerId)?.label,
    choices: [{ filter: 'employerId', options: employers }],
  })
}
