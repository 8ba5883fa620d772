import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** The address, on the server, of the file that the build made of a source file (its path from the root). */
export function builtFile(source: string): string {
  const manifest = JSON.parse(
    readFileSync(resolve(import.meta.dirname, '../dist/web/.vite/manifest.json'), 'utf8'),
  ) as Record<string, { file: string }>
  const built = manifest[source]
  if (!built) throw new Error(`The build has no file of its own for ${source}`)
  return `/${built.file}`
}
