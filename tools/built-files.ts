import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One module of the build, as Vite's manifest has it under its path from the folder `web`. */
export type BuiltModule = { file: string; css?: string[]; assets?: string[]; imports?: string[]; dynamicImports?: string[] }

export type Manifest = Record<string, BuiltModule>

export function readManifest(built: string): Manifest {
  return JSON.parse(readFileSync(join(built, '.vite/manifest.json'), 'utf8')) as Manifest
}

/** These modules and all that they import, each once; what is only loaded later is not among it. */
export function closureOf(manifest: Manifest, keys: readonly string[]): Map<string, BuiltModule> {
  const found = new Map<string, BuiltModule>()
  const waiting = [...keys]
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (found.has(key)) continue
    const built = manifest[key]
    if (!built) throw new Error(`${key} is not in the build: correct the list that names it`)
    found.set(key, built)
    waiting.push(...(built.imports ?? []))
  }
  return found
}
