import type { matchLines as contract } from '#features/accounting/reconciliation/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import type { BankMatchId } from '#core/ids.ts'
import { moneyText, sumKobo } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findNamedSides, lockBankAccount } from './queries.ts'
import { insertMatches } from './store.ts'
import { learnFrom } from './writes.ts'

/** Makes lines of the bank and entries of the books one, as a person says. Refuses: not_found, match_taken, match_unequal. */
export async function matchLines(
  tx: Tx,
  actor: TenantActor,
  { accountId, lineIds, entryIds }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  await lockBankAccount(tx, accountId)
  const named = { lines: [...new Set(lineIds)], entries: [...new Set(entryIds)] }
  const { lines, entries } = await findNamedSides(tx, accountId, named.lines, named.entries)
  if (lines.length !== named.lines.length || entries.length !== named.entries.length) refuse('match_taken')
  const [told, posted] = [sumKobo(lines.map(({ amount }) => amount)), sumKobo(entries.map(({ amount }) => amount))]
  if (told !== posted)
    refuse('match_unequal', { field: 'entryIds', lines: moneyText(told), entries: moneyText(posted) })

  // From here on it must succeed.
  const id = newId<BankMatchId>()
  await insertMatches(tx, actor, accountId, [{ id, ...named }], true)
  await learnFrom(tx, actor, named.lines)
  return { id }
}
