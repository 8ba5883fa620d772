import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { type Budgets, budgetComplaints } from './check-budgets.ts'

/**
 * How large the product is and how far its parts lie apart, beside what we want: `npm run house`, or `npm run house -- COMMIT`
 * for an earlier one.
 */
export interface Row {
  what: string
  now: string
  goal: string
}

/** Tests, what makes their data, and what only they use. All else is product: the checks, the seeds too. */
export const isTest = (file: string): boolean =>
  /\.(?:test|arbitrary)\.tsx?$|^(?:e2e|dev\/(?:testing|attacks))\//.test(file)
const isCounted = (file: string) => /\.(?:ts|tsx|css|sql)$/.test(file)
const isServerFile = (file: string) =>
  /^(?:platform|app\/(?:server|jobs))\/.*\.ts$|^features\/.*\/server\/.*\.ts$/.test(file) && !isTest(file)
const notCounted = 'not counted'

/** Every row for the checkout or unpacked commit in this folder, which has these files. */
export function rowsOfHouse(root: string, files: readonly string[]): Row[] {
  const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
  const counted = files.filter(isCounted)
  const product = counted.filter((file) => !isTest(file)).map(textOf)
  const lines = linesOf(product)
  const tokens = product.reduce((sum, text) => sum + tokensOf(text), 0)
  const api = apiOf(root)
  const each = (sum: number) => (api ? figure(sum / api.endpoints) : notCounted)
  return [
    { what: 'product: lines', now: figure(lines), goal: '≤ 160,000' },
    { what: 'product: tokens', now: figure(tokens), goal: '≤ 1,400,000' },
    { what: 'tests: lines', now: figure(linesOf(counted.filter(isTest).map(textOf))), goal: '≤ 65,000' },
    { what: 'endpoints', now: api ? figure(api.endpoints) : notCounted, goal: '' },
    { what: 'lines an endpoint', now: each(lines), goal: '≤ 280' },
    { what: 'tokens an endpoint', now: each(tokens), goal: '≤ 2,500' },
    ...filesToTouch(root),
    businessesTogether(files),
    {
      what: 'import lines a server file, mean',
      now: meanOf(files.filter(isServerFile).map((file) => importLinesOf(textOf(file)))).toFixed(1),
      goal: '≤ 6',
    },
    {
      what: 'reads that no write makes stale',
      now: typeof api?.readsNeverStale === 'number' ? figure(api.readsNeverStale) : notCounted,
      goal: '0, but for those that tools/stale-reads.test.ts gives a reason for',
    },
    heaviestPage(root),
  ]
}

/** The lines that the import statements of a file take. */
export function importLinesOf(text: string): number {
  return [...text.matchAll(/^import\s(?:[^'"]*?\sfrom\s)?['"][^'"\n]+['"].*$/gm)]
    .map(([statement]) => statement.split('\n').length)
    .reduce((sum, count) => sum + count, 0)
}

/** The businesses that have a feature with its contract, rules, server and web in one folder. */
export function businessesTogether(files: readonly string[]): Row {
  const parts = new Map<string, Set<string>>()
  for (const file of files) {
    const found = /^features\/([^/]+)\/[^/]+\/(contract|rules|server|web)(?:[./]|$)/.exec(file)
    const [, business, part] = found ?? []
    if (business === undefined || part === undefined) continue
    parts.set(business, (parts.get(business) ?? new Set()).add(part))
  }
  const together = [...parts].filter(([, own]) => own.size === 4).map(([business]) => business)
  return {
    what: 'businesses in one folder each',
    now: together.length === 0 ? '0' : `${together.length}: ${together.toSorted().join(', ')}`,
    goal: 'all',
  }
}

/** Of docs/changes.md, how many files each of its changes touches. */
function filesToTouch(root: string): Row[] {
  const path = join(root, 'docs/changes.md')
  const changes = existsSync(path) ? readFileSync(path, 'utf8').split(/^## /m).slice(1) : []
  const touched = (title: string) => {
    const change = changes.find((text) => text.startsWith(`${title}\n`))
    const files = [...(change?.matchAll(/^- .*$/gm) ?? [])].flatMap(([line]) => [...line.matchAll(/`[\w/.-]+\.\w+`/g)])
    return change === undefined ? notCounted : figure(files.length)
  }
  return [
    { what: 'files to touch: a rule of the bye-laws', now: 'by hand', goal: '7' },
    { what: 'files to touch: a page with a list and a form', now: 'by hand', goal: '4' },
    { what: 'files to touch: a page for officers', now: touched('A page for officers'), goal: '' },
    { what: 'files to touch: a text in a member’s record', now: touched("A text in a member's record"), goal: '3' },
  ]
}

interface Api {
  endpoints: number
  /** Null where the writes do not name what they change. */
  readsNeverStale: number | null
}

const asksTheCode = `
  const { routes } = await import('#app/server/app.ts')
  const live = await import('#core/contract/live.ts').catch(() => null)
  const endpoints = routes.map(({ endpoint }) => endpoint)
  const stale = new Set(endpoints.flatMap(({ changes }) => changes ?? []))
  const isShown = ({ method, kind, path }) =>
    method === 'GET' && ['one', 'list', undefined].includes(kind) && !/[/](?:reports|preview)(?:[/]|$)/.test(path)
  const isNeverStale = ({ path }) => ![...stale].some((each) => live.isTopicOf(each, path.slice(1).split('/')))
  const readsNeverStale = live?.isTopicOf && stale.size > 0 ? endpoints.filter(isShown).filter(isNeverStale).length : null
  console.log('api ' + JSON.stringify({ endpoints: routes.length, readsNeverStale }))
  process.exit()`

/** Asks the code in that folder, in a process of its own; undefined where it can't be run with today's packages. */
function apiOf(root: string): Api | undefined {
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', asksTheCode], {
    cwd: root,
    encoding: 'utf8',
  })
  const answer = /^api (.*)$/m.exec(stdout)?.[1]
  return answer === undefined ? undefined : (JSON.parse(answer) as Api)
}

/** Of the built web app, the page with the most JavaScript in its first load. */
function heaviestPage(root: string): Row {
  const what = 'heaviest page, KiB of JavaScript'
  if (!existsSync(join(root, 'dist/web/.vite/manifest.json'))) return { what, now: 'not built', goal: 'budgets.json' }
  const budgets = JSON.parse(readFileSync(join(root, 'budgets.json'), 'utf8')) as Budgets
  const [heaviest] = budgetComplaints(root, budgets).pages.toSorted((a, b) => b.javascript - a.javascript)
  return { what, now: heaviest?.javascript.toFixed(1) ?? notCounted, goal: `≤ ${heaviest?.limit}, ${heaviest?.path}` }
}

const linesOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0)
const meanOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0) / (counts.length || 1)
const figure = (count: number) => Math.round(count).toLocaleString('en')

/** What looks like a special token is text in a source file. */
const tokensOf = (text: string) => countTokens(text, { disallowedSpecial: new Set() })

const filesOf = (root: string) =>
  execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(root, file)))

/** Unpacks a commit beside today's packages, so that its code can be read and asked, and removes it again. */
export function atCommit<Result>(
  root: string,
  commit: string,
  look: (folder: string, files: string[]) => Result,
): Result {
  const folder = mkdtempSync(join(tmpdir(), 'ajose-house-'))
  try {
    const archive = execFileSync('git', ['archive', '--', commit], { cwd: root, maxBuffer: 2 ** 30 })
    execFileSync('tar', ['-x', '-C', folder], { input: archive })
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    symlinkSync(resolve(root, 'node_modules'), join(folder, 'node_modules'), 'dir')
    return look(folder, files)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const root = process.cwd()
  const commit = process.argv[2]
  const rows = commit === undefined ? rowsOfHouse(root, filesOf(root)) : atCommit(root, commit, rowsOfHouse)
  const width = (key: keyof Row) => Math.max(...rows.map((row) => row[key].length))
  for (const { what, now, goal } of rows)
    console.log(`${what.padEnd(width('what'))}  ${now.padStart(width('now'))}  ${goal}`.trimEnd())
}
