import { may, type TenantActor } from '#core/actor.ts'
import type { BankLineId, BankMatchId, EntryId, TransactionId } from '#core/ids.ts'
import { type Kobo, kobo, moneyText } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findEnteredLine, findLine, findNamedSides, lockBankAccount } from './queries.ts'
import { insertMatches, saveEntered } from './store.ts'

/**
 * A line of the bank is what was recorded from it: they are matched, or the line waits with it for approval. Refuses: not_found,
 * bank_line_matched, match_taken, bank_line_unequal.
 */
export async function enterLine(
  tx: Tx,
  actor: TenantActor,
  lineId: BankLineId,
  { id, entryId, amount }: { id: TransactionId; entryId: EntryId | null; amount: Kobo },
): Promise<void> {
  const named = (await findLine(tx, lineId)) ?? refuse('not_found', { field: 'bankLineId' })
  await lockBankAccount(tx, named.accountId)
  const line = (await findLine(tx, lineId)) ?? refuse('not_found', { field: 'bankLineId' })
  if (line.isMatched) refuse('bank_line_matched', { field: 'bankLineId' })
  if (line.waits) refuse('match_taken', { field: 'bankLineId' })
  const told = line.amount < 0n ? kobo(-line.amount) : line.amount
  if (amount !== told) refuse('bank_line_unequal', { field: 'amount', line: moneyText(told) })
  if (entryId && !(await matchEntry(tx, actor, { lineId, ...line }, entryId)))
    refuse('match_taken', { field: 'paidThrough' })
  saveEntered(tx, lineId, id)
}

/** What waited for approval is posted: its line is matched with it, unless that is another's by now or the money went another way. */
export async function matchEnteredLine(
  tx: Tx,
  actor: TenantActor,
  ids: readonly TransactionId[],
  entryId: EntryId,
): Promise<void> {
  const line = await findEnteredLine(tx, ids)
  if (!line) return
  await lockBankAccount(tx, line.accountId)
  await matchEntry(tx, actor, line, entryId)
}

/** False where they are not the same money on the same account, both open. */
async function matchEntry(
  tx: Tx,
  actor: TenantActor,
  { lineId, accountId }: { lineId: BankLineId } & Pick<NonNullable<Awaited<ReturnType<typeof findLine>>>, 'accountId'>,
  entryId: EntryId,
): Promise<boolean> {
  const { lines, entries } = await findNamedSides(tx, accountId, [lineId], [entryId])
  const [line, entry] = [lines[0], entries[0]]
  if (!line || line.amount !== entry?.amount) return false
  // Who may not reconcile only proposes it.
  const isConfirmed = may(actor, 'reconciliation.manage')
  await insertMatches(
    tx,
    actor,
    accountId,
    [{ id: newId<BankMatchId>(), lines: [lineId], entries: [entryId] }],
    isConfirmed,
  )
  return true
}
