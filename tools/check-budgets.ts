import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { circlesOf, closureOf, type Manifest, readManifest } from './built-files.ts'
import { placesOf } from './places.ts'

/** budgets.json, in KiB. */
export type Budgets = {
  /** First load of a path, by what its name begins with: the longest beginning counts. */
  firstLoad: Record<string, { javascript: number; css: number }>
  lazyPart: number
  allOfAPath: number
  publicPage: { htmlBrotli: number; script: number }
}

const entry = 'app/web/app.html'

/** What the first load of a path and all of it come to, in KiB; `limit` is of the JavaScript of the first load. */
export type PageBytes = { path: string; javascript: number; css: number; all: number; limit: number }

/**
 * Holds the built pages to budgets.json, and their files to an order in which they can be run: what a first visit of each path
 * loads, what its lazy parts add, and what all of it comes to. Bytes are counted as gzip packs them, in KiB, because that is what a
 * slow line carries.
 */
export function budgetComplaints(root: string, budgets: Budgets): { complaints: string[]; pages: PageBytes[] } {
  const built = join(root, 'dist/web')
  const manifest = readManifest(built)
  const sizeOf = sizes(built)
  const kib = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + sizeOf(file), 0) / 1024
  const complaints: string[] = []
  const pages: PageBytes[] = []
  for (const circle of circlesOf(manifest))
    complaints.push(`files import each other in a circle: ${circle.join(' → ')}`)
  const expect = (what: string, size: number, most: number) => {
    if (size > most) complaints.push(`${what}: ${size.toFixed(1)} KiB, the budget is ${most}`)
  }

  const places = placesOf(root)
  const own = new Set([...places.values()].flatMap(({ modules }) => modules))
  for (const [path, { modules }] of places) {
    const first = firstLoad(manifest, [entry, ...modules])
    const limits = longestBeginning(budgets.firstLoad, path)
    if (!limits) {
      complaints.push(`${path}: no budget`)
      continue
    }
    const javascript = kib(first.scripts)
    const css = kib(first.styles)
    // Another place's page or frame is that place's first load, no part of this one.
    const parts = first.lazy
      .filter((key) => !own.has(key))
      .map((key) => ({
        key,
        files: [...firstLoad(manifest, [key]).scripts].filter((file) => !first.scripts.has(file)),
      }))
    const all = javascript + kib(new Set(parts.flatMap(({ files }) => files)))
    expect(`${path}, JavaScript of the first load`, javascript, limits.javascript)
    expect(`${path}, CSS of the first load`, css, limits.css)
    expect(`${path}, with all its parts`, all, budgets.allOfAPath)
    for (const { key, files } of parts) expect(`${path}, its part ${key}`, kib(files), budgets.lazyPart)
    pages.push({ path, javascript, css, all, limit: limits.javascript })
  }
  return { complaints, pages }
}

/** The files that these modules and their imports come as, and the modules that they load later. */
function firstLoad(manifest: Manifest, keys: string[]): { scripts: Set<string>; styles: Set<string>; lazy: string[] } {
  const found = closureOf(manifest, keys)
  const modules = [...found.values()]
  return {
    scripts: new Set(modules.map(({ file }) => file).filter((file) => file.endsWith('.js'))),
    styles: new Set(modules.flatMap(({ css = [] }) => css)),
    lazy: [...new Set(modules.flatMap(({ dynamicImports = [] }) => dynamicImports))].filter((key) => !found.has(key)),
  }
}

function longestBeginning<Value>(table: Record<string, Value>, path: string): Value | undefined {
  const [name] = Object.keys(table)
    .filter((each) => path.startsWith(each))
    .toSorted((a, b) => b.length - a.length)
  return name === undefined ? undefined : table[name]
}

function sizes(built: string): (file: string) => number {
  const known = new Map<string, number>()
  return (file) => {
    const size = known.get(file) ?? gzipSync(readFileSync(join(built, file)), { level: 9 }).length
    known.set(file, size)
    return size
  }
}

if (import.meta.main) {
  if (!existsSync('dist/web/.vite/manifest.json')) throw new Error('dist/web is missing: run npm run build')
  const { complaints, pages } = budgetComplaints(
    process.cwd(),
    JSON.parse(readFileSync('budgets.json', 'utf8')) as Budgets,
  )
  for (const { path, javascript, css, all } of pages)
    console.log(
      `${path.padEnd(52)} ${javascript.toFixed(1).padStart(6)} JS ${css.toFixed(1).padStart(5)} CSS ${all.toFixed(1).padStart(6)} all`,
    )
  for (const complaint of complaints) console.error(complaint)
  if (complaints.length > 0)
    console.error(
      'A page that you did not touch grew with the files that all pages load: each entry of a pages.ts is in them (ui/router/page.ts says how one is not), and what most pages import.',
    )
  console.log(`budgets: ${complaints.length} complaint(s)`)
  process.exitCode = complaints.length === 0 ? 0 : 1
}
