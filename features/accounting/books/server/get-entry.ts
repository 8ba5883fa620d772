import type { getEntry as contract } from '#features/accounting/books/contract.ts'
import type { PageOf, Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findEntryHead, findEntryLines } from './queries.ts'

type Line = Replied<typeof contract>
/** One voucher with its postings in their order. Refuses: not_found. */
export async function getEntry(
  tx: Tx,
  _actor: TenantActor,
  { entryId, page, limit }: Parsed<typeof contract> & { page: number; limit: number },
): Promise<PageOf<Line>> {
  const [found, lines] = await Promise.all([findEntryHead(tx, entryId), findEntryLines(tx, entryId, page, limit)])
  if (!found) return refuse('not_found')
  const { sourceType, importId, transactions, hash, previousHash, lines: total, ...head } = found
  const summary = {
    entryId,
    ...head,
    source: { type: sourceType, transactions, importId },
    hash: hash.toString('hex'),
    previousHash: previousHash.toString('hex'),
  }
  return { rows: lines, total, summary }
}
