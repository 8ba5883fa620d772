import { contributionsReport as contract } from '#features/savings/contribution-report/contract.ts'
import type { PageOf, Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { answerReport, pagingOf } from '#features/accounting/books/server/answer-report.ts'
import { findDays } from '#features/accounting/books/server/queries.ts'
import type { FileDraft } from '#platform/files/file-draft.ts'
import { findContributionsBetween } from './queries.ts'

const standings = [
  { value: 'paid', label: 'Paid' },
  { value: 'part', label: 'Paid in part' },
  { value: 'missing', label: 'Nothing paid' },
] as const

/** What each member was to contribute in a period and did. Refuses: days_wrong_way, file_rows_too_many. */
export async function getContributionsReport(
  tx: Tx,
  _actor: TenantActor,
  { from, to, asOf, standing, format, ...asked }: Parsed<typeof contract> & { page: number; limit: number },
  { now }: Context,
): Promise<PageOf<Replied<typeof contract>> | FileDraft> {
  const days = await findDays(tx, { from, to, asOf }, now)
  const found = await findContributionsBetween(
    tx,
    { ...days, today: dayIn(now) },
    { standing, ...pagingOf(contract, { ...asked, format }) },
  )
  return answerReport(tx, contract, found, {
    format,
    now,
    days,
    of: standings.find(({ value }) => value === standing)?.label,
    choices: [{ filter: 'standing', options: standings }],
  })
}
