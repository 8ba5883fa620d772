import type { ImportId, ReturnId } from '#domain/ids.ts'

/** A file whose rows are being posted: of a register, of contributions, or what an employer sent back. */
type Posting = ImportId | ReturnId

const running = new Set<Posting>()

/** From the press of the button this process answers for the import, also before its work and its lock have begun. */
export function importBegins(importId: Posting): void {
  running.add(importId)
}

export function importEnds(importId: Posting): void {
  running.delete(importId)
}

/**
 * The rows that `read` brings, held also where this process is at work on them. It is asked before the reading and after
 * it: a run notes its outcome before it ends, and begins before its row says so.
 */
export async function withRunning<Row extends { id: Posting; held: boolean }>(
  read: () => Promise<Row[]>,
): Promise<Row[]> {
  const before = new Set(running)
  const rows = await read()
  return rows.map((row) => ({ ...row, held: row.held || before.has(row.id) || running.has(row.id) }))
}
