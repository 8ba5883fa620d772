import { provisionsReport as contract } from '#features/loans/reports/contract.ts'
import type { PageOf, Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { provisions, provisionToPost } from '#features/loans/loans/rules/portfolio.ts'
import { kobo } from '#core/money.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { answerReport, pageOfRows } from '#features/accounting/books/server/answer-report.ts'
import type { FileDraft } from '#platform/files/file-draft.ts'
import { byDelayOf, findLoansOfReport } from './find-loans-of-report.ts'
import { findProvisionOn } from './queries.ts'

type Row = Replied<typeof contract>

/** What was to be set aside for each class of loans at the end of a day. Refuses: file_rows_too_many. */
export async function getProvisionsReport(
  tx: Tx,
  _actor: TenantActor,
  input: Parsed<typeof contract> & { page: number; limit: number },
  { now }: Context,
): Promise<PageOf<Row> | FileDraft> {
  const { day, loans, classes: ofSociety } = await findLoansOfReport(tx, input, { now })
  const built = await findProvisionOn(tx, day)
  const classes = provisions(byDelayOf(loans), ofSociety)
  const toPost = kobo(provisionToPost(classes, built))
  const rows = classes.map(({ name, to, ...each }): Row => ({ ...each, class: name, to: to ?? null }))
  return answerReport(tx, contract, pageOfRows(contract, rows, input), {
    format: input.format,
    now,
    days: { to: day },
    facts: { built, toPost },
    closing: [
      { class: 'Set aside in the books', provision: built },
      { class: 'Still to set aside', provision: toPost },
    ],
  })
}
