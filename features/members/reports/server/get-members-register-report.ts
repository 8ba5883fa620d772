import { membersRegisterReport as contract } from '#features/members/reports/contract.ts'
import type { PageOf, Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import { capital } from '#features/members/members/rules/filter-in-words.ts'
import { memberStatuses, memberStatusLabels } from '#features/members/members/rules/member.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { answerReport, pagingOf } from '#features/accounting/books/server/answer-report.ts'
import type { FileDraft } from '#platform/files/file-draft.ts'
import { findRegisterOn } from './queries.ts'

type Row = Replied<typeof contract>

/** The register of members at the end of a day. Refuses: file_rows_too_many. */
export async function getMembersRegisterReport(
  tx: Tx,
  _actor: TenantActor,
  { asOf, to, status, format, ...asked }: Parsed<typeof contract> & { page: number; limit: number },
  { now }: Context,
): Promise<PageOf<Row> | FileDraft> {
  const day = asOf ?? to ?? dayIn(now)
  const { rows, ...found } = await findRegisterOn(tx, day, { status, ...pagingOf(contract, { ...asked, format }) })
  return answerReport<Row>(
    tx,
    contract,
    {
      ...found,
      rows: rows.map((row) => ({ ...row, status: memberStatusLabels[row.status], gender: capital(row.gender) })),
    },
    {
      format,
      now,
      days: { to: day },
      of: status && memberStatusLabels[status],
      choices: [
        { filter: 'status', options: memberStatuses.map((value) => ({ value, label: memberStatusLabels[value] })) },
      ],
    },
  )
}
