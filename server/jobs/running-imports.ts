import type { ImportId } from '#domain/ids.ts'

const running = new Set<ImportId>()
const waiting: (() => void)[] = []

/** From the press of the button this process answers for the import, also before its work and its lock have begun. */
export function importBegins(importId: ImportId): void {
  running.add(importId)
}

export function importEnds(importId: ImportId): void {
  running.delete(importId)
  if (running.size === 0) for (const resolve of waiting.splice(0)) resolve()
}

export function isImportRunning(importId: ImportId): boolean {
  return running.has(importId)
}

/** Resolves once no import is being posted: a server that stops in order waits for it. */
export async function importsIdle(): Promise<void> {
  if (running.size > 0) await new Promise<void>((resolve) => waiting.push(resolve))
}
