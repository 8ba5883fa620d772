import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

/** Gives the login of the transaction's cooperative this name. */
export async function renameLogin(tx: Tx, name: string): Promise<void> {
  await tx.run(sql`select platform.rename_cooperative_login(${name})`)
}
