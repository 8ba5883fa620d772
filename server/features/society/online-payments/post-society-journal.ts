import type { CooperativeActor } from '#domain/actor.ts'
import type { Day } from '#domain/calendar.ts'
import type { AccountId, TransactionId } from '#domain/ids.ts'
import { type Kobo, zeroKobo } from '#domain/money.ts'
import { newId } from '#server/db/id.ts'
import type { Tx } from '#server/db/tx.ts'
import { postJournal } from '#server/features/money/transactions/record-journal.ts'
import { insertJournal } from '#server/features/money/transactions/store.ts'

type Side = { id: AccountId }

/** Moves an amount between two accounts of the society, as a journal that needs no approval: the money is there. */
export async function postSocietyJournal(
  tx: Tx,
  actor: CooperativeActor,
  { debit, credit, amount, on, description }: { debit: Side; credit: Side; amount: Kobo; on: Day; description: string },
  requestId: string,
): Promise<void> {
  const lines = [
    { accountId: debit.id, debit: amount, credit: zeroKobo },
    { accountId: credit.id, debit: zeroKobo, credit: amount },
  ]
  const journal = { occurredOn: on, lines }
  const state = await postJournal(tx, actor, journal, requestId)
  insertJournal(tx, actor, { id: newId<TransactionId>(), amount, description, ...journal, state })
}
