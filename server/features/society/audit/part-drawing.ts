import type { TenantActor } from '#domain/actor.ts'
import type { FiscalYear } from '#domain/books/ledger/fiscal-year.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import type { PaperHead } from '#server/files/table-paper.ts'
import type { Society } from './queries.ts'

/** What a part of the pack is drawn from. */
export type Drawing = {
  tx: Tx
  actor: TenantActor
  days: FiscalYear
  context: Context
  society: Society
  /** With the title of the part. */
  head: PaperHead
}
