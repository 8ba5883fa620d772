import type { ImportId } from '#domain/ids.ts'

const running = new Set<ImportId>()

/** From the press of the button this process answers for the import, also before its work and its lock have begun. */
export function importBegins(importId: ImportId): void {
  running.add(importId)
}

export function importEnds(importId: ImportId): void {
  running.delete(importId)
}

export function isImportRunning(importId: ImportId): boolean {
  return running.has(importId)
}
