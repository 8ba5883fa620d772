import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { cyclesOfFeatures } from './businesses.ts'

interface Cruise {
  modules: { source: string; dependencies: { resolved: string }[] }[]
  summary: {
    violations: { from: string; to: string; rule: { name: string; severity: string } }[]
    ruleSetUsed: { forbidden?: { name: string; comment?: string }[] }
  }
}

const roots = ['app', 'core', 'database', 'dev', 'e2e', 'features', 'platform', 'site', 'tools', 'ui']

const command = join(import.meta.dirname, '../node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
const present = roots.filter((root) => existsSync(root))
const run = spawnSync(process.execPath, [command, '--output-type', 'json', ...present], {
  encoding: 'utf8',
  maxBuffer: 512 * 1024 * 1024,
})
if (!run.stdout.startsWith('{')) throw new Error(`dependency-cruiser did not run: ${run.stderr || run.error?.message}`)
const { modules, summary } = JSON.parse(run.stdout) as Cruise

// With a TypeScript that it cannot use, dependency-cruiser reads no TypeScript and reports success.
const unread = present.filter(
  (root) =>
    hasTypeScript(root) && !modules.some(({ source }) => source.startsWith(`${root}/`) && /\.tsx?$/.test(source)),
)
for (const root of unread) console.error(`${root}: 0 modules were read, so nothing was checked there`)

const broken = Map.groupBy(summary.violations, ({ rule }) => rule.name)
for (const [name, violations] of broken) {
  console.error(`${name}: ${summary.ruleSetUsed.forbidden?.find((rule) => rule.name === name)?.comment ?? ''}`)
  for (const { from, to } of violations) console.error(`  ${from} → ${to}`)
}

const imports = modules
  .filter(({ source }) => !/\.test\.tsx?$/.test(source))
  .flatMap(({ source, dependencies }) => dependencies.map(({ resolved }) => [source, resolved] as const))
const cycles = cyclesOfFeatures(imports)
if (cycles.length > 0)
  console.error(
    `features-form-no-cycle: features that need each other are one feature, or one of them registers itself with the other\n  ${cycles.map((group) => group.join(' ↔ ')).join('\n  ')}`,
  )

const read = modules.filter(({ source }) => present.some((root) => source.startsWith(`${root}/`))).length
const violations = summary.violations.length + cycles.length
console.log(`boundaries: ${read} modules read, ${violations} violation(s)`)
process.exitCode = read === 0 || unread.length > 0 || violations > 0 ? 1 : 0

function hasTypeScript(root: string): boolean {
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).some((name) => /\.tsx?$/.test(name))
}
