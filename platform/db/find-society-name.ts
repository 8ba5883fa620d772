import { sql } from './sql.ts'
import type { Tx } from './tx.ts'

/** What the cooperative of this transaction calls itself. */
export async function findSocietyName(tx: Tx): Promise<string> {
  const { name } = await tx.one<{ name: string }>(
    sql`select name from app.cooperative where cooperative_id = app.coop_id()`,
  )
  return name
}
