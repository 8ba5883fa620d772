import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Failed, failedIn, isWorthSecondTry, judge, type Report, selectionOf, timesIn } from './second-try.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ajose-second-try-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const failed = (...tests: string[]): Failed[] => tests.map((name) => ({ test: name, id: `id of ${name}`, trace: `/traces/${name}.zip` }))
const record = () => join(folder, 'unsteady.log')

test('one that passes alone leaves the run green, and is listed with its trace', () => {
  const { isGreen, lines } = judge(failed('a'), [], record())
  expect(isGreen).toBe(true)
  expect(lines).toEqual(['unsteady (failed, then passed alone):', '  a\n    trace: /traces/a.zip'])
})

test('one that fails twice fails the run', () => {
  const { isGreen, unsteady } = judge(failed('a', 'b'), failed('b'), record())
  expect({ isGreen, unsteady: unsteady.map((each) => each.test) }).toEqual({ isGreen: false, unsteady: ['a'] })
})

test('two unsteady tests leave the run green, three fail it', () => {
  expect(judge(failed('a', 'b'), [], record()).isGreen).toBe(true)
  expect(judge(failed('c', 'd', 'e'), [], record()).isGreen).toBe(false)
})

test('one that was unsteady in an earlier run fails this one and is named as a bug', () => {
  expect(judge(failed('a'), [], record()).isGreen).toBe(true)
  const { isGreen, lines } = judge(failed('a'), [], record())
  expect(isGreen).toBe(false)
  expect(lines.at(-1)).toContain('a bug to be repaired at its root: a.')
})

test('nothing that failed, and more than ten, get no second try', () => {
  expect([0, 1, 10, 11].map((count) => isWorthSecondTry(failed(...Array.from({ length: count }, (_, n) => String(n)))))).toEqual([false, true, true, false])
})

test('Playwright’s own report names what failed and what did not run, its list selects just that, and the trace is there', { timeout: 120_000 }, () => {
  const repository = resolve(import.meta.dirname, '..')
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'tests'))
  cpSync(join(repository, 'package.json'), join(folder, 'package.json'))
  writeFileSync(join(folder, 'playwright.config.ts'), "export default { testDir: 'tests', testMatch: '*.test.ts', use: { trace: 'retain-on-failure' } }")
  writeFileSync(
    join(folder, 'tests/some.test.ts'),
    `import { existsSync, writeFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
test('steady', () => {})
for (const name of ['one', 'two']) test(\`unsteady, \${name}\`, () => {
  const isFirst = !existsSync(name)
  writeFileSync(name, '')
  expect(isFirst && name === 'two').toBe(false)
})
test.describe('in order', () => {
  test.describe.configure({ mode: 'serial' })
  test('breaks › always', () => expect(1).toBe(2))
  test('never gets its turn', () => {})
})
`,
  )
  const run = (...more: string[]) => {
    const path = join(folder, 'report.json')
    spawnSync(process.execPath, [join(repository, 'node_modules/@playwright/test/cli.js'), 'test', '--reporter=json', ...more], { cwd: folder, env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: path }, encoding: 'utf8' })
    return JSON.parse(readFileSync(path, 'utf8')) as Report
  }
  const first = run()
  const found = failedIn(first)
  expect(found.map((each) => each.test)).toEqual(['some.test.ts › unsteady, two', 'some.test.ts › in order › breaks › always', 'some.test.ts › in order › never gets its turn'])
  expect(found[0]?.trace).toMatch(/trace\.zip$/)
  expect([...timesIn(first).keys()]).toEqual(['some.test.ts'])

  writeFileSync(join(folder, 'selection.json'), selectionOf(found))
  const second = run('--last-failed', `--last-failed-file=${join(folder, 'selection.json')}`, '--workers=1')
  expect(second.suites.flatMap((suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(({ specs }) => specs ?? [])]).map(({ title }) => title)).toEqual(['unsteady, two', 'breaks › always', 'never gets its turn'])
  expect(judge(found, failedIn(second), record())).toMatchObject({ isGreen: false, unsteady: [{ test: 'some.test.ts › unsteady, two' }] })
})
