import type { recordMovement as contract } from '#features/savings/transactions/movements.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { CooperativeActor, TenantActor } from '#core/actor.ts'
import { type Day, dayIn } from '#core/calendar.ts'
import type { AccountId, EntryId, TransactionId } from '#core/ids.ts'
import { unallocatedCode } from '#features/accounting/books/rules/chart.ts'
import { entry } from '#features/accounting/books/rules/entry.ts'
import { type JournalLine, journalSums, pairsOf, whyNotJournal } from '#features/accounting/books/rules/journal.ts'
import { type Kobo, zeroKobo } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { post, type Posted, receiptNumber } from '#platform/ledger/ledger.ts'
import { findApprovalRules } from '#features/access/approvals/server/reads.ts'
import { approvalsNeeded } from '#features/savings/transactions/rules/movement-approvals.ts'
import { whyNotDate } from '#features/accounting/books/rules/open-days.ts'
import {
  findJournalAccounts,
  findJournalLines,
  findOpenDays,
  findTransaction,
  type LockedTransaction,
} from './reads.ts'
import { insertJournal } from './writes.ts'

const journalLinesMissing = refusal('journal_lines_missing', 422, 'Enter the lines of the journal.')
const descriptionMissing = refusal('description_missing', 422, 'Say what this journal is for.')
const journalAccountUnknown = refusal(
  'journal_account_unknown',
  422,
  "Line {line}: choose one of the society's own accounts. Members' money moves by deposits, withdrawals and transfers.",
)
const journalDebitsHeldMoney = refusal(
  'journal_debits_held_money',
  422,
  'Line {line} takes from unallocated receipts. Allocate, refund or return the money under Held money, so that it is known whose it was.',
)

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
  const given = input.lines ?? refuse(journalLinesMissing({ field: 'lines' }))
  const lines = given.map(({ accountId, debit = zeroKobo, credit = zeroKobo }) => ({ accountId, debit, credit }))
  const description = input.description || refuse(descriptionMissing({ field: 'description' }))
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
  if (unknown !== -1) refuse(journalAccountUnknown({ field: `lines.${unknown}.accountId`, line: unknown + 1 }))
  const taken = lines.findIndex(({ accountId, debit }) => debit > 0n && known.get(accountId) === unallocatedCode)
  if (taken !== -1) refuse(journalDebitsHeldMoney({ field: `lines.${taken}.accountId`, line: taken + 1 }))
  const reason = whyNotJournal(lines) ?? whyNotDate(days, occurredOn, today)
  if (reason) throw reason
}

async function postJournal(
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

type Side = { id: AccountId }

/** Moves money that came between two accounts of the society, as a journal that needs no approval. */
export async function recordClearing(
  tx: Tx,
  actor: CooperativeActor,
  { debit, credit, amount, on, description }: { debit: Side; credit: Side; amount: Kobo; on: Day; description: string },
  requestId: string,
): Promise<TransactionId> {
  const lines = [
    { accountId: debit.id, debit: amount, credit: zeroKobo },
    { accountId: credit.id, debit: zeroKobo, credit: amount },
  ]
  const journal = { occurredOn: on, lines }
  const state = await postJournal(tx, actor, journal, requestId)
  const id = newId<TransactionId>()
  insertJournal(tx, actor, { id, amount, description, ...journal, state })
  return id
}
