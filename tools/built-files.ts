import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One module of the build, as Vite's manifest has it under its path from the root. */
export type BuiltModule = {
  file: string
  css?: string[]
  assets?: string[]
  imports?: string[]
  dynamicImports?: string[]
}

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

/** The files that import each other in a circle, each circle once: whichever is run first finds the other one empty. */
export function circlesOf(manifest: Manifest): string[][] {
  const circles: string[][] = []
  const finished = new Set<string>()
  const follow = (key: string, way: readonly string[]) => {
    const at = way.indexOf(key)
    if (at !== -1) return void circles.push([...way.slice(at), key])
    if (finished.has(key)) return
    for (const next of manifest[key]?.imports ?? []) follow(next, [...way, key])
    finished.add(key)
  }
  for (const key of Object.keys(manifest)) follow(key, [])
  return circles
}
