import type { uploadStatement as contract } from '#features/accounting/reconciliation/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import type { StatementId } from '#core/ids.ts'
import { dayIn } from '#core/calendar.ts'
import { moneyText } from '#core/money.ts'
import { type Corrected, doubtsAnswered } from '#features/accounting/reconciliation/rules/statement-corrections.ts'
import { whyUnclear } from '#features/accounting/reconciliation/rules/known-lines.ts'
import { headingsRead, statementOf } from '#features/accounting/reconciliation/rules/statement-file.ts'
import { refusal, refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { UploadedTable } from '#platform/files/spreadsheet-file.ts'
import { proposeOpen } from './propose-matches.ts'
import { findKnown, lockBankAccount, readFile } from './queries.ts'
import { insertCorrections, insertStatement, moveLines, saveHeadings } from './store.ts'

const readsOtherwise = refusal(
  'statement_reads_otherwise',
  409,
  'This file now comes to {lines} lines from {opening} to {closing}, which is not what you were shown. Nothing was added. Look at it again.',
)

const answerUnused = refusal(
  'statement_answer_unused',
  409,
  'What was chosen for row {row} no longer applies: it is not asked any more whether the row is that line. Nothing was added. Look at the file again and choose once more where it asks.',
)

/**
 * Saves the lines of a bank statement that are not there yet, with what was corrected by hand, and proposes what they are in the books.
 * Refuses: not_found, statement_known, statement_line_unclear, statement_line_moved, statement_answer_unused, statement_reads_otherwise, and as `readStatement` does.
 */
export async function uploadStatement(
  tx: Tx,
  actor: TenantActor,
  { accountId, file: { fileName, table }, shown, ...corrections }: Parsed<typeof contract> & { file: UploadedTable },
  { now }: Context,
): Promise<Replied<typeof contract>> {
  await lockBankAccount(tx, accountId)
  const statement = statementOf(await readFile(tx, accountId, table, corrections, dayIn(now)))
  const { lines, opening, closing, leftOut } = statement
  if (shown && (shown.lines !== lines.length || shown.opening !== opening || shown.closing !== closing))
    refuse(
      readsOtherwise({ lines: lines.length, opening: moneyText(opening), closing: moneyText(closing), field: 'shown' }),
    )

  const { known, fresh, doubts, unused, ...stored } = await findKnown(tx, accountId, statement, corrections)
  const { moved, back, absent } = stored
  if (unused[0]) refuse(answerUnused({ field: 'known', row: unused[0].row }))
  const doubt = doubts.find(({ answer }) => answer === undefined)
  if (doubt) refuse(whyUnclear(doubt))
  const lacking = absent.filter(({ isMissing }) => !isMissing)
  if (fresh.length + moved.length + back.length + lacking.length === 0) refuse('statement_known', { field: 'file' })

  // From here on it must succeed.
  const id = newId<StatementId>()
  await insertStatement(tx, actor, { statementId: id, accountId, fileName }, statement, { fresh, moved })
  moveLines(tx, id, stored)
  const corrected = [...statement.corrected, ...doubtsAnswered(doubts)].toSorted((one, other) => one.row - other.row)
  if (corrected.length > 0) {
    insertCorrections(tx, actor, id, corrected)
    tx.addToTrail({ file: fileName, corrected: inWords(corrected) })
  }
  if (corrections.columns) saveHeadings(tx, actor, accountId, headingsRead(statement))
  return {
    added: fresh.length,
    known: known.size,
    moved: moved.length,
    proposed: await proposeOpen(tx, actor, accountId),
    opening,
    closing,
    leftOut,
  }
}

/** How many of the corrections one line of the audit trail names. */
const trailed = 20

function inWords(corrected: readonly Corrected[]): string {
  const words = {
    left_out: 'left out',
    taken_back: 'taken back',
    known: 'here already',
    moved: 'moved by the bank',
    another: 'another line',
    figure: 'another figure',
  }
  const each = corrected
    .slice(0, trailed)
    .map(({ row, kind, heading, was, became }) =>
      kind === 'cell'
        ? `row ${row}, ${heading}: ${was || 'empty'} → ${became || 'empty'}`
        : `row ${row} ${words[kind]}: ${was}`,
    )
  const more = corrected.length - trailed
  return [...each, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}
