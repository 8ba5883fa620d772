import { existsSync, readdirSync, readFileSync, type Dirent } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join, relative } from 'node:path'
import { businesses } from './businesses.ts'

/**
 * Holds what no linter can say: every feature speaks the same small vocabulary of files,
 * so that who knows one feature knows them all. A new word is added here on purpose, or
 * the file is in the wrong place.
 */
const folders: Record<string, string[]> = {
  '.': [
    '.ci',
    '.git',
    'app',
    'core',
    'database',
    'dev',
    'docs',
    'e2e',
    'features',
    'packaging',
    'platform',
    'site',
    'tools',
    'ui',
  ],
  database: ['checks', 'migrations', 'recordings', 'seed'],
  app: ['jobs', 'server', 'web'],
  core: ['contract', 'spreadsheets'],
  dev: ['attacks', 'demonstration', 'testing'],
  platform: [
    'backup',
    'credentials',
    'db',
    'files',
    'http',
    'jobs',
    'ledger',
    'limits',
    'live',
    'messages',
    'payments',
    'telemetry',
  ],
  ui: ['api', 'fonts', 'parts', 'pwa', 'router', 'session'],
}

/** Files of a server's feature that are not named for one thing: the older words, and those of `features/`. */
const serverWords = [
  'routes.ts',
  'queries.ts',
  'store.ts',
  'strings.ts',
  'actions.ts',
  'reads.ts',
  'writes.ts',
  'jobs.ts',
  'webhooks.ts',
]

const drawers = /^(.*[-_.])?(utils?|helpers?|common|shared|lib|misc)$/i
const sources = ['app', 'core', 'database', 'dev', 'e2e', 'features', 'platform', 'site', 'tools', 'ui']
const isTest = (file: string) => /\.test\.tsx?$/.test(file)

export function structureComplaints(root: string, typescriptVersion: string): string[] {
  const files = sources.flatMap((folder) => filesUnder(root, folder))
  return [
    ...closedFolders(root),
    ...files.flatMap(drawerNames),
    ...files.flatMap((file) => catalogues(root, file)),
    ...features(root),
    ...migrations(root),
    ...files.flatMap((file) => unexplainedSuppressions(root, file)),
    ...files.filter(isTest).flatMap((file) => daysOfElsewhere(root, file)),
    ...files.filter((file) => /^ui\/parts\/|^features\/.*\/web\//.test(file)).flatMap((file) => firstRows(root, file)),
    ...files
      .filter((file) => /^(?:ui|app|features)\/.*\.tsx$/.test(file))
      .flatMap((file) => formsOfTheirOwn(root, file)),
    ...lockFile(root),
    ...compiler(typescriptVersion),
  ]
}

function closedFolders(root: string): string[] {
  const ignored = read(join(root, '.gitignore'))
    .split('\n')
    .map((line) => line.replace(/\/$/, ''))
  return Object.entries(folders).flatMap(([parent, allowed]) =>
    entries(join(root, parent))
      .filter((entry) => entry.isDirectory() && !allowed.includes(entry.name) && !ignored.includes(entry.name))
      .map(
        ({ name }) =>
          `${join(parent, name)}: closed-folders: ${parent === '.' ? 'the repository' : parent} has only ${allowed.filter((each) => each !== '.git').join(', ')}`,
      ),
  )
}

function drawerNames(file: string): string[] {
  const bad = file
    .split('/')
    .map((part) => basename(part).replace(/(\.test)?\.\w+$/, ''))
    .find((part) => drawers.test(part))
  return bad ? [`${file}: no-drawers: "${bad}" says nothing about what is inside; name the idea`] : []
}

/** A test that takes its day or month from UTC fails in the hour before midnight there, which is another day in Lagos. */
function daysOfElsewhere(root: string, file: string): string[] {
  return /new Date\((?:Date\.now\(\) [-+] (?!3_600_000)[^)]*)?\)\.toISOString\(\)\.slice\(0, (?:7|10)\)/.test(
    read(join(root, file)),
  )
    ? [`${file}: lagos-days: take the day or month from Lagos: new Date(Date.now() + 3_600_000)`]
    : []
}

/** What chooses among the first so many rows of a list never offers the next one. */
function firstRows(root: string, file: string): string[] {
  return /query\(list\w+, \{[^}]*limit: (?:2[05]|[3-9]\d|1\d\d)/.test(read(join(root, file)))
    ? [`${file}: whole-lists: what chooses among the rows of a list reads all of it (ui/api/whole-list.ts)`]
    : []
}

/** One form keeps what it sends on the device until it is in the books, each under a key of its own; a search sends nothing. */
const otherForms = ['ui/Form.tsx', 'ui/SearchBox.tsx', 'features/savings/contributions/web/CollectionLines.tsx']

/** The one Form closes its fields while no one knows what became of its request: a form beside it could record twice. */
function formsOfTheirOwn(root: string, file: string): string[] {
  if (otherForms.includes(file)) return []
  return /<form\b|<fieldset\b[^>]*disabled=\{[^}]*(?:isPending|isSent)/.test(read(join(root, file)))
    ? [`${file}: one-form: what a person fills in and sends is a Form (ui/Form.tsx), which closes its own fields`]
    : []
}

/** A catalogue holds sentences alone, so that another language is a file with the same names; it lies beside what says them. */
function catalogues(root: string, file: string): string[] {
  if (basename(file) !== 'strings.ts') return []
  const place =
    /^(?:core|core\/contract|features\/[\w-]+\/[\w-]+(?:\/(?:rules|server|web))?|(?:app|platform)\/jobs|app\/web|site|ui|ui\/\w+)$/
  const isSentences = /^(?:export const \w+ =\s+(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")\n)+$/
  return [
    ...(place.test(file.slice(0, -'/strings.ts'.length))
      ? []
      : [
          `${file}: catalogue-beside-its-feature: strings.ts lies in the folder of the feature that says its sentences`,
        ]),
    ...(isSentences.test(read(join(root, file)))
      ? []
      : [`${file}: catalogue-of-sentences: strings.ts exports constants of plain text and nothing else`]),
  ]
}

/** In `features/<business>/<feature>`: the contract, and a folder for each layer, with the words of its files. */
function features(root: string): string[] {
  const [known, unknown] = [true, false].map((isKnown) =>
    names(root, 'features').filter((name) => businesses.includes(name as never) === isKnown),
  )
  const folders = (known ?? []).flatMap((business) =>
    names(root, `features/${business}`)
      .filter((name) => !/^(?:routes|pages)\.ts$/.test(name))
      .map((feature) => `features/${business}/${feature}`),
  )
  return [
    ...(unknown ?? []).map(
      (name) => `features/${name}: features-lie-in-businesses: the businesses are ${businesses.join(', ')}`,
    ),
    ...folders.flatMap((folder) => [
      ...names(root, folder)
        .filter((name) => !['rules', 'server', 'web', 'README.md'].includes(name) && !/^[a-z-]+\.ts$/.test(name))
        .map(
          (name) =>
            `${folder}/${name}: business-words: a feature has contract.ts and the folders rules, server and web, and if need be README.md`,
        ),
      ...names(root, `${folder}/server`).flatMap((file) => useCase(root, `${folder}/server/${file}`)),
      ...webWords(root, `${folder}/web`),
      ...(existsSync(join(root, folder, 'server/routes.ts')) && !existsSync(join(root, folder, 'contract.ts'))
        ? [`${folder}: contract-per-feature: ${folder}/contract.ts is missing`]
        : []),
    ]),
  ]
}

function useCase(root: string, path: string): string[] {
  const file = basename(path)
  if (isTest(file) || serverWords.includes(file)) return []
  const [, verb, rest] = /^([a-z]+)((?:-[a-z0-9]+)+)\.ts$/.exec(file) ?? []
  if (!verb || !rest)
    return [
      `${path}: feature-words: a file is named for what it exports, in two words or more; the other words are ${serverWords.join(', ')}`,
    ]
  const name = verb + rest.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  const exports = new RegExp(`^export (?:(?:async )?function|const) ${name}\\b`, 'm')
  return exports.test(read(join(root, path)))
    ? []
    : [`${path}: file-named-for-its-function: exports no function or constant ${name}`]
}

function webWords(root: string, folder: string): string[] {
  const files = names(root, folder)
  return files.flatMap((file) => {
    const style = /^([A-Z][A-Za-z0-9]+)\.css$/.exec(file)
    if (isTest(file) || /^(?:(?:[a-z]+-)?api|strings)\.ts$/.test(file) || /^[A-Z][A-Za-z0-9]+\.tsx$/.test(file))
      return []
    if (style && files.includes(`${style[1]}.tsx`)) return []
    return [
      `${folder}/${file}: web-feature-words: a feature has strings.ts for its sentences, api.ts, what-api.ts for the calls of a part that loads by itself, components named like This.tsx and their This.css`,
    ]
  })
}

/** An old program still runs while the new schema is rolled out, so a migration takes nothing away unasked. */
const removals =
  /\bdrop\s+(table|column|schema|type)\b|^\s*truncate\b|\brename\s+(to|column)\b|\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b/i

function migrations(root: string): string[] {
  const folder = 'database/migrations'
  const files = names(root, folder)
  const misnamed = files.filter((file) => !/^\d{4}_[a-z0-9_]+\.sql$/.test(file))
  const steps = files.filter((file) => !misnamed.includes(file)).toSorted()
  return [
    ...misnamed.map((file) => `${folder}/${file}: migration-names: a migration is named like 0001_members.sql`),
    ...steps.flatMap((file, index) =>
      Number(file.slice(0, 4)) === index + 1
        ? []
        : [`${folder}/${file}: migrations-gapless: number ${String(index + 1).padStart(4, '0')} is expected here`],
    ),
    ...steps.flatMap((file) => migrationText(`${folder}/${file}`, read(join(root, folder, file)).split('\n'))),
  ]
}

function migrationText(path: string, lines: string[]): string[] {
  const headless = /^--\s*\S/.test(lines[0] ?? '')
    ? []
    : [`${path}: migrations-say-why: the first line is a comment that says why it is made`]
  const removing = lines.flatMap((line, index) => {
    const statement = line.replace(/--.*$/, '')
    const allowed = [line, lines[index - 1] ?? ''].some((each) => /--\s*allowed:\s*\S+/.test(each))
    return removals.test(statement) && !allowed
      ? [
          `${path}:${index + 1}: migrations-only-add: give the reason in a line "-- allowed: …" above, or keep the old beside the new`,
        ]
      : []
  })
  return [...headless, ...removing, ...unseenRows(path, lines)]
}

/**
 * Row-level security is forced on the owner too: a migration that speaks for no cooperative reads and changes no row, and says
 * nothing.
 */
function unseenRows(path: string, lines: string[]): string[] {
  return lines.flatMap((line, index) => {
    if (!/^(?:UPDATE|DELETE|INSERT|WITH)\b/.test(line)) return []
    const statement = lines
      .slice(index, lines.findIndex((each, at) => at >= index && each.endsWith(';')) + 1)
      .join('\n')
    const tables = statement.matchAll(/\b(?:UPDATE|FROM|JOIN|USING) ((?:app|ledger|audit)\.\w+)/g)
    const isSeen = (table: string) =>
      lines
        .slice(0, index)
        .findLast((each) => each.startsWith(`ALTER TABLE ${table} `) && each.endsWith('FORCE ROW LEVEL SECURITY;'))
        ?.includes(' NO FORCE ') === true
    return [...new Set([...tables].map(([, table = '']) => table))]
      .filter((table) => !isSeen(table))
      .map(
        (table) =>
          `${path}:${index + 1}: migrations-see-rows: say ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY; before it`,
      )
  })
}

function unexplainedSuppressions(root: string, file: string): string[] {
  if (!/\.tsx?$/.test(file)) return []
  return read(join(root, file))
    .split('\n')
    .flatMap((line, index) => {
      const lint = /(?<!['"`])(?:\/\/|\/\*)\s*(?:oxlint|eslint)-disable/.test(line) && !/\s--\s+\w/.test(line)
      const types = /(?<!['"`])(?:\/\/|\/\*)\s*@ts-(?:ignore|nocheck|expect-error(?!\s+--\s+\w))/.test(line)
      if (!lint && !types) return []
      return [
        `${file}:${index + 1}: suppressions-say-why: write @ts-expect-error or oxlint-disable with " -- " and the reason`,
      ]
    })
}

function lockFile(root: string): string[] {
  return /"resolved":\s*"https?:/.test(read(join(root, 'package-lock.json')))
    ? [
        'package-lock.json: lock-without-addresses: install with the .npmrc of this repository, so that any registry can serve it',
      ]
    : []
}

/** dependency-cruiser reads TypeScript through its API, which TypeScript 7 does not have: it would read no file and report success. */
function compiler(version: string): string[] {
  return Number.parseInt(version, 10) >= 7
    ? [`typescript ${version}: compiler-has-an-api: check:boundaries would read no file`]
    : []
}

function filesUnder(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

function entries(folder: string): Dirent[] {
  return existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []
}

function names(root: string, folder: string): string[] {
  return entries(join(root, folder)).map(({ name }) => name)
}

function read(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

if (import.meta.main) {
  const { version } = createRequire(import.meta.url)('typescript/package.json') as { version: string }
  const complaints = structureComplaints(process.cwd(), version)
  for (const complaint of complaints) console.error(complaint)
  console.log(`structure: ${complaints.length} complaint(s)`)
  process.exitCode = complaints.length > 0 ? 1 : 0
}
