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

export function isImportRunning(importId: Posting): boolean {
  return running.has(importId)
}
