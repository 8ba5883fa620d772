import type { recordMovement as contract } from '#features/savings/transactions/movements.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { type Day, dayIn } from '#core/calendar.ts'
import type { EntryId, TransactionId } from '#core/ids.ts'
import { unallocatedCode } from '#features/accounting/books/rules/chart.ts'
import { entry } from '#features/accounting/books/rules/entry.ts'
import { type JournalLine, journalSums, pairsOf, whyNotJournal } from '#features/accounting/books/rules/journal.ts'
import { type Kobo, zeroKobo } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { post, type Posted, receiptNumber } from '#platform/ledger/ledger.ts'
import { findApprovalRules } from '#features/access/approvals/server/queries.ts'
import { approvalsNeeded } from '#features/savings/transactions/rules/movement-approvals.ts'
import { whyNotDate } from '#features/accounting/books/rules/open-days.ts'
import {
  findJournalAccounts,
  findJournalLines,
  findOpenDays,
  findTransaction,
  type LockedTransaction,
} from './queries.ts'
import { insertJournal } from './store.ts'

type Journal = { occurredOn: Day; lines: readonly JournalLine[] }

/**
 * Posts a journal between the society's own accounts. Refuses: for_officers_only, journal_lines_missing,
 * description_missing, journal_line_one_side, journal_both_sides,
 * journal_unbalanced, journal_account_unknown, journal_debits_held_money, dated_in_future, dated_before_books, period_closed.
 */
export async function recordJournal(
  tx: Tx,
  actor: TenantActor,
  input: Parsed<typeof contract>,
  { now, requestId }: Context,
): Promise<Replied<typeof contract>> {
  if (actor.role === 'member') refuse('for_officers_only')
  const given = input.lines ?? refuse('journal_lines_missing', { field: 'lines' })
  const lines = given.map(({ accountId, debit = zeroKobo, credit = zeroKobo }) => ({ accountId, debit, credit }))
  const description = input.description || refuse('description_missing', { field: 'description' })
  const today = dayIn(now)
  const journal = { occurredOn: input.occurredOn ?? today, lines }
  await refuseUnlessPostable(tx, journal, today)
  const amount = journalSums(lines).debit
  const needed = approvalsNeeded(await findApprovalRules(tx), 'journal', amount)

  // From here on it must succeed.
  const { id, posted } = await submitJournal(
    tx,
    actor,
    { ...journal, amount, description, approvals: needed },
    requestId,
  )
  return { ...(await findTransaction(tx, id)), receiptNumber: posted ? receiptNumber(posted) : null }
}

/** Posts a journal that was looked at, or lets it wait for its approvals. */
export async function submitJournal(
  tx: Tx,
  actor: TenantActor,
  { amount, description, approvals, ...journal }: Journal & { amount: Kobo; description: string; approvals: number },
  requestId: string,
): Promise<{ id: TransactionId; posted: Posted | undefined }> {
  const id = newId<TransactionId>()
  const posted = approvals > 0 ? undefined : await postJournal(tx, actor, journal, requestId)
  insertJournal(tx, actor, { id, amount, description, ...journal, state: posted ?? { approvalsNeeded: approvals } })
  return { id, posted }
}

/** Checks a pending journal against today's rules, and answers how it is posted. */
export async function postWaitingJournal(
  tx: Tx,
  actor: TenantActor,
  { id, occurredOn }: LockedTransaction,
  { today, requestId }: { today: Day; requestId: string },
) {
  const journal = { occurredOn, lines: await findJournalLines(tx, id) }
  await refuseUnlessPostable(tx, journal, today)
  return async () => ({ ...(await postJournal(tx, actor, journal, requestId)), occurredOn, through: null })
}

async function refuseUnlessPostable(tx: Tx, { occurredOn, lines }: Journal, today: Day): Promise<void> {
  const [days, known] = await Promise.all([
    findOpenDays(tx),
    findJournalAccounts(
      tx,
      lines.map(({ accountId }) => accountId),
    ),
  ])
  const unknown = lines.findIndex(({ accountId }) => !known.has(accountId))
  if (unknown !== -1) refuse('journal_account_unknown', { field: `lines.${unknown}.accountId`, line: unknown + 1 })
  const taken = lines.findIndex(({ accountId, debit }) => debit > 0n && known.get(accountId) === unallocatedCode)
  if (taken !== -1) refuse('journal_debits_held_money', { field: `lines.${taken}.accountId`, line: taken + 1 })
  const reason = whyNotJournal(lines) ?? whyNotDate(days, occurredOn, today)
  if (reason) throw reason
}

export async function postJournal(
  tx: Tx,
  actor: TenantActor,
  { occurredOn, lines }: Journal,
  requestId: string,
): Promise<Posted> {
  const id = newId<EntryId>()
  const drafted = entry({
    id,
    on: occurredOn,
    kind: 'journal',
    source: { type: 'journal', id },
    postings: pairsOf(lines),
  })
  const [posted] = await post(tx, actor.cooperativeId, [{ entry: drafted, actorId: actor.loginId, requestId }])
  if (!posted) throw new Error('A journal was posted without an answer')
  return posted
}
