import { may, type TenantActor } from '#core/actor.ts'
import type { BankLineId, BankMatchId, EntryId, TransactionId } from '#core/ids.ts'
import { type Kobo, kobo, moneyText, sumKobo } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findEnteredLine, findLine, findNamedSides, lockBankAccount } from './queries.ts'
import type { RecordedPart } from './record-part.ts'
import { insertMatches, saveEntered } from './store.ts'
import { insertParts, learnFrom, postParts } from './writes.ts'

const lineProposed = refusal(
  'bank_line_proposed',
  409,
  'Ajose found this line in the books already. Under “To confirm”, confirm it, or choose “Not this” and record it then.',
)

const lineAside = refusal(
  'bank_line_set_aside',
  409,
  'This line is set aside, because the bank has taken it back. Under “Set aside”, choose “Open again” to record it.',
)

type Entered = { id: TransactionId; entryId: EntryId | null; amount: Kobo }

/** A line of the bank is what an officer recorded by its own form. Rules learn from it. Refuses as `enterParts` does. */
export async function enterLine(
  tx: Tx,
  actor: TenantActor,
  lineId: BankLineId,
  { id, entryId, amount }: Entered,
): Promise<void> {
  await enterParts(tx, actor, lineId, [{ transactionId: id, entryId, amount }])
  await learnFrom(tx, actor, [lineId])
}

/**
 * A line of the bank is what was recorded from it: they are matched, or the line waits with what of it waits for approval. Refuses:
 * not_found, bank_line_matched, bank_line_proposed, bank_line_set_aside, match_taken, bank_line_unequal.
 */
export async function enterParts(
  tx: Tx,
  actor: TenantActor,
  lineId: BankLineId,
  parts: readonly RecordedPart[],
): Promise<void> {
  const named = (await findLine(tx, lineId)) ?? refuse('not_found', { field: 'bankLineId' })
  await lockBankAccount(tx, named.accountId)
  const line = (await findLine(tx, lineId)) ?? refuse('not_found', { field: 'bankLineId' })
  refuseMatched(line, 'bankLineId')
  if (line.waits) refuse('match_taken', { field: 'bankLineId' })
  const left = leftOf(line)
  if (sumKobo(parts.map(({ amount }) => amount)) !== left)
    refuse('bank_line_unequal', { field: 'amount', line: moneyText(left) })
  const posted = parts.flatMap(({ entryId }) => entryId ?? [])
  if (posted.length === parts.length) {
    if (!(await matchEntries(tx, actor, line, [...line.entries, ...posted])))
      refuse('match_taken', { field: 'paidThrough' })
  } else if (parts.length > 1 || line.entries.length > 0) await insertParts(tx, lineId, parts)
  const entered = parts.find(({ entryId, transactionId }) => transactionId && entryId === null) ?? parts[0]
  if (entered?.transactionId) saveEntered(tx, lineId, entered.transactionId)
}

/** Refuses: bank_line_matched, bank_line_proposed, bank_line_set_aside. */
export function refuseMatched(
  { isMatched, isProposed, isAside }: { isMatched: boolean; isProposed: boolean; isAside: boolean },
  field: string,
): void {
  if (isAside) refuse(lineAside({ field }))
  if (isProposed) refuse(lineProposed({ field }))
  if (isMatched) refuse('bank_line_matched', { field })
}

/** What of a line is to be recorded yet. */
export function leftOf({ amount, recorded }: { amount: Kobo; recorded: Kobo }): Kobo {
  return kobo((amount < 0n ? -amount : amount) - recorded)
}

/**
 * What waited for approval is posted: its line is matched with it once no other part waits, unless that is another's by now or the
 * money went another way.
 */
export async function matchEnteredLine(
  tx: Tx,
  actor: TenantActor,
  ids: readonly TransactionId[],
  entryId: EntryId,
): Promise<void> {
  const line = await findEnteredLine(tx, ids)
  if (!line) return
  await lockBankAccount(tx, line.accountId)
  const isPart = await postParts(tx, ids, entryId)
  const { waits, entries = [] } = (await findLine(tx, line.lineId)) ?? {}
  if (!waits) await matchEntries(tx, actor, line, isPart ? entries : [entryId])
}

/** False where they are not the same money on the same account, all of it open. */
async function matchEntries(
  tx: Tx,
  actor: TenantActor,
  { lineId, accountId }: { lineId: BankLineId } & Pick<NonNullable<Awaited<ReturnType<typeof findLine>>>, 'accountId'>,
  entryIds: readonly EntryId[],
): Promise<boolean> {
  const { lines, entries } = await findNamedSides(tx, accountId, [lineId], entryIds)
  if (entries.length !== entryIds.length || lines[0]?.amount !== sumKobo(entries.map(({ amount }) => amount)))
    return false
  // Who may not reconcile only proposes it.
  const isConfirmed = may(actor, 'reconciliation.manage')
  const match = { id: newId<BankMatchId>(), lines: [lineId], entries: entryIds }
  await insertMatches(tx, actor, accountId, [match], isConfirmed)
  return true
}
