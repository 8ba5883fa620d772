import type { CooperativeActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { AccountId, TransactionId } from '#core/ids.ts'
import { type Kobo, zeroKobo } from '#core/money.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { postJournal } from './record-journal.ts'
import { insertJournal } from './store.ts'

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
