import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { placesOf } from './places.ts'

type Chunk = { file: string; css?: string[]; imports?: string[] }

/**
 * Writes `first-files.json`: for each path of the app the files of its first load beyond those that app.html names
 * itself. The server puts them into the page's head, so that a browser asks for all of them at once and not in waves.
 */
export function firstFiles(web: string): Plugin {
  return {
    name: 'first-files',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      handler({ dir = '' }) {
        const manifest = JSON.parse(readFileSync(join(dir, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
        const page = readFileSync(join(dir, 'app.html'), 'utf8')
        const found = [...placesOf(readFileSync(join(web, 'app/pages.ts'), 'utf8'))].map(([path, { modules }]) => {
          const files = filesOf(manifest, modules).filter((file) => !page.includes(file))
          return [path, { scripts: files.filter((file) => file.endsWith('.js')), styles: files.filter((file) => file.endsWith('.css')) }] as const
        })
        writeFileSync(join(dir, '.vite/first-files.json'), JSON.stringify(Object.fromEntries(found)))
      },
    },
  }
}

function filesOf(manifest: Record<string, Chunk>, modules: string[]): string[] {
  const seen = new Set<string>()
  const files = new Set<string>()
  const waiting = [...modules]
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (seen.has(key)) continue
    seen.add(key)
    const chunk = manifest[key]
    if (!chunk) throw new Error(`${key} is not in the build: web/app/pages.ts names it`)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(`/${file}`)
    waiting.push(...(chunk.imports ?? []))
  }
  return [...files]
}
