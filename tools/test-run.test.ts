import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isAlive, waitUntil } from '#platform/db/process.ts'
import type { BrowserTest } from './test-reports.ts'
import type { Phase } from './test-run.ts'
import { judgeUnsteady, testsToTryAgain } from './unsteady-tests.ts'
import { atSize } from '#dev/testing/size.ts'

const repository = resolve(import.meta.dirname, '..')

let root: string
let child: ChildProcess | undefined
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'ajose-test-run-')))
  mkdirSync(join(root, 'tmp'))
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'))
  const scripts = {
    go: 'node run.ts',
    good: 'node good.ts',
    bad: 'node bad.ts',
    long: 'node long.ts',
    'test:e2e': 'playwright test',
  }
  put('package.json', JSON.stringify({ type: 'module', scripts }))
  put('good.ts', 'console.log("a good step")')
  put('bad.ts', 'console.log("a bad step"); process.exitCode = 1')
  put(
    'run.ts',
    `import { readFileSync } from 'node:fs'
    import { runTests } from ${JSON.stringify(join(repository, 'tools/test-run.ts'))}
    await runTests(import.meta.dirname, JSON.parse(readFileSync('phases.json', 'utf8')), 'tmp')`,
  )
})
afterEach(async () => {
  if (child?.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  rmSync(root, { recursive: true, force: true })
})

function put(path: string, text: string): void {
  writeFileSync(join(root, path), text)
}

/** Runs the phases as a program of its own and collects what it prints. */
function begin(
  phases: Phase[],
  [command, ...args]: [string, ...string[]] = [process.execPath, 'run.ts'],
): { child: ChildProcess; ended: Promise<{ code: number | null; output: string }> } {
  put('phases.json', JSON.stringify(phases))
  // Variables of the npm that runs these tests would reach the program, as they would not from a person's shell.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')))
  const started = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  child = started
  let output = ''
  for (const stream of [started.stdout, started.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  return { child: started, ended: once(started, 'close').then(([code]) => ({ code: code as number | null, output })) }
}

const step = (script: string, tests?: 'server' | 'browser') => ({
  name: `step ${script}`,
  script,
  ...(tests && { tests }),
})

describe('steps', () => {
  test(
    'a phase runs side by side and prints each step in one piece; each step has its time and the last line counts',
    { timeout: 60_000 },
    async () => {
      const { code, output } = await begin([[[step('good')], [step('bad'), step('good')]], [[step('long')]]]).ended
      expect(code).toBe(1)
      expect(output).toContain('▶ step bad, ended with 1\na bad step\n')
      expect(output).toMatch(/✓ step good \d+\.\d s\n/)
      expect(output).toMatch(/✗ step bad \d+\.\d s\n/)
      expect(output).toMatch(/- step long\nsteps: 2 passed, 1 failed, 1 skipped, [\d.]+ s in all\n$/)
      expect(readdirSync(join(root, 'tmp'))).toEqual([])
    },
  )
})

describe('what a run starts', () => {
  /** A server, and a database that was started apart from it, in a session of its own with a clean environment. */
  const putLong = (wait: string) =>
    put(
      'long.ts',
      `import { spawn } from 'node:child_process'
      import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
      import { tmpdir } from 'node:os'
      const data = tmpdir() + '/data'
      mkdirSync(data)
      const database = spawn(process.execPath, ['-e', ${JSON.stringify(wait)}], { cwd: data, env: {}, detached: true, stdio: 'ignore' })
      database.unref()
      writeFileSync('pids.new', JSON.stringify([process.pid, database.pid]))
      renameSync('pids.new', 'pids')
      ${wait}`,
    )
  const waiting = 'setInterval(() => {}, 1000)'
  const refusing = `process.on('SIGTERM', () => {}); ${waiting}`

  beforeEach(() => putLong(waiting))

  async function pidsOfStep(): Promise<number[]> {
    expect(await waitUntil(() => existsSync(join(root, 'pids')), 20_000)).toBe(true)
    return JSON.parse(readFileSync(join(root, 'pids'), 'utf8')) as number[]
  }

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s ends it all, and the folder is gone',
    { timeout: 60_000 },
    async (signal) => {
      const { child, ended } = begin([[[step('long')]]])
      const pids = await pidsOfStep()
      child.kill(signal)
      const { code, output } = await ended
      expect(output).toContain(`Interrupted by ${signal}`)
      expect(code).toBe({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }[signal])
      expect(pids.filter(isAlive)).toEqual([])
      expect(readdirSync(join(root, 'tmp'))).toEqual([])
    },
  )

  test.runIf(atSize(false, true))(
    'it ends also when its npm is killed, and so does what refuses to end',
    { timeout: 60_000 },
    async () => {
      putLong(refusing)
      const { child } = begin([[[step('long')]]], ['npm', 'run', 'go'])
      const pids = await pidsOfStep()
      child.kill('SIGKILL')
      expect(await waitUntil(() => !pids.some(isAlive) && readdirSync(join(root, 'tmp')).length === 0, 40_000)).toBe(
        true,
      )
    },
  )

  test(
    'the next run names what a killed run left and ends it, and runs beside one that is still going',
    { timeout: 90_000 },
    async () => {
      const { child, ended } = begin([[[step('long')]]])
      const pids = await pidsOfStep()
      const beside = await begin([[[step('good')]]]).ended
      expect(beside).toMatchObject({
        code: 0,
        output: expect.stringContaining(`Another test run (process ${child.pid}) is still going.`) as string,
      })
      expect(pids.filter(isAlive)).toEqual(pids)

      child.kill('SIGKILL')
      expect(await waitUntil(() => child.signalCode === 'SIGKILL', 10_000)).toBe(true)
      const next = await begin([[[step('good')]]]).ended
      expect(next.code).toBe(0)
      expect(next.output).toContain(
        `A test run that was killed (process ${child.pid}) had left these processes running. They are ended now:`,
      )
      for (const pid of pids) expect(next.output).toContain(`(process ${pid})`)
      expect(pids.filter(isAlive)).toEqual([])
      expect(readdirSync(join(root, 'tmp'))).toEqual([])
      await ended
    },
  )
})

describe('a second try', () => {
  const browser: Phase[] = [[[step('test:e2e', 'browser')]]]

  /** A Playwright project without a browser. `times` says how often a test of this name fails before it passes. */
  beforeEach(() => {
    put(
      'playwright.config.ts',
      `export default { testDir: 'e2e', testMatch: '*.test.ts', workers: 1, use: { trace: { mode: 'retain-on-failure', screenshots: false, sources: false, snapshots: true } } }`,
    )
    mkdirSync(join(root, 'e2e'))
    put(
      'failing.ts',
      `import { existsSync, readFileSync, writeFileSync } from 'node:fs'
      export function failing(name: string, times: number) {
        const path = 'tries-' + name
        const tries = existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0
        writeFileSync(path, String(tries + 1))
        if (tries < times) throw new Error(name + ' failed')
      }`,
    )
  })

  function putTests(file: string, tests: Record<string, number>, before = ''): void {
    const lines = Object.entries(tests).map(([name, times]) => `test('${name}', () => failing('${name}', ${times}))`)
    put(
      `e2e/${file}.test.ts`,
      `import { test } from '@playwright/test'\nimport { failing } from '../failing.ts'\n${before}\n${lines.join('\n')}`,
    )
  }

  const triesOf = (name: string) => readFileSync(join(root, `tries-${name}`), 'utf8')
  const record = () =>
    readFileSync(join(root, 'unsteady/tests.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { test: string; trace: string })

  test(
    'tests that fail and then pass alone leave the run green and are listed with the trace of their failure; what did not run because a beforeAll or an earlier test of a serial file failed has its try too',
    { timeout: 120_000 },
    async () => {
      putTests('hooked', { first: 0, second: 0 }, `test.beforeAll(() => failing('hook', 1))`)
      putTests('serial', { third: 0, fourth: 1, fifth: 0 }, `test.describe.configure({ mode: 'serial' })`)
      putTests('steady', { sixth: 0 })
      put('test-budgets.json', JSON.stringify({ lending: { journeys: ['hooked', 'serial', 'steady'] } }))
      const { code, output } = await begin(browser).ended
      expect(code, output).toBe(0)
      const trace = String.raw`\n {4}trace of the failure: unsteady/\S+\.zip\n`
      expect(output).toMatch(
        new RegExp(
          String.raw`unsteady \(failed, then passed alone\):\n {2}e2e/hooked\.test\.ts › first${trace} {2}e2e/serial\.test\.ts › fourth${trace}`,
        ),
      )
      expect(output).toMatch(/slowest test files:\n(?: +\d+\.\d s {2}e2e\/(?:hooked|serial|steady)\.test\.ts\n){3}/)
      expect(output).toMatch(/tests by business:\n +\d+\.\d s {2}lending\n/)
      expect(output).toMatch(/✓ step test:e2e .*\nsteps: 1 passed, 0 failed, 0 skipped, [\d.]+ s in all\n$/)
      expect(['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map(triesOf)).toEqual([
        ...['1', '1', '2', '2', '1', '1'],
      ])
      expect(record().map(({ test }) => test)).toEqual(['e2e/hooked.test.ts › first', 'e2e/serial.test.ts › fourth'])
      for (const { trace } of record()) expect(existsSync(join(root, trace))).toBe(true)
      expect(existsSync(join(root, 'test-results/serial-fourth/trace.zip'))).toBe(true)
    },
  )

  test.runIf(atSize(false, true))(
    'a test that is unsteady a second time makes the run red',
    { timeout: 120_000 },
    async () => {
      const before = { when: '2026-11-01T10:00:00.000Z', commit: 'abc', test: 'e2e/goods.test.ts › shaky', trace: '' }
      mkdirSync(join(root, 'unsteady'))
      put('unsteady/tests.jsonl', `${JSON.stringify(before)}\n`)
      putTests('goods', { shaky: 1 })
      const { code, output } = await begin(browser).ended
      expect(code).toBe(1)
      expect(output).toContain(
        `${before.test} was unsteady on ${before.when} already. It is a bug: repair it at its root, then remove its lines from unsteady/tests.jsonl.`,
      )
      expect(record()).toHaveLength(2)
    },
  )

  test('there is none where a step of another kind fails', { timeout: 60_000 }, async () => {
    putTests('goods', { shaky: 1 })
    const { code, output } = await begin([[[step('bad', 'server')]], ...browser]).ended
    expect(code).toBe(1)
    expect(output).toMatch(/steps: 0 passed, 1 failed, 1 skipped, [\d.]+ s in all\n$/)
    expect(output).not.toContain('second try')
    expect(existsSync(join(root, 'tries-shaky'))).toBe(false)
  })

  const named = (title: string, outcome: BrowserTest['outcome']): BrowserTest => ({
    id: `id-${title}`,
    file: 'e2e/goods.test.ts',
    title,
    outcome,
    isSerial: false,
    milliseconds: 1,
  })
  const all = (count: number, outcome: BrowserTest['outcome']) =>
    Array.from({ length: count }, (_, index) => named(String(index), outcome))

  test('there is none for more than ten failures, nor where something failed outside of a test', () => {
    expect(testsToTryAgain({ tests: all(10, 'failed'), errors: [] })).toHaveLength(10)
    expect(testsToTryAgain({ tests: all(11, 'failed'), errors: [] })).toEqual({
      reason: '11 tests failed, and more than 10 are not run again',
    })
    expect(testsToTryAgain({ tests: all(1, 'failed'), errors: ['torn.test.ts cannot be read'] })).toEqual({
      reason: 'something failed outside of a test',
    })
    expect(testsToTryAgain({ tests: all(1, 'passed'), errors: [] })).toEqual({
      reason: 'no test failed, so there is none to run again',
    })
  })

  test('two unsteady tests leave a run green, three do not, nor one that failed or did not end its second try', () => {
    const judged = (count: number, second: BrowserTest[] | undefined) => {
      rmSync(join(root, 'unsteady'), { recursive: true, force: true })
      return judgeUnsteady(all(count, 'failed'), second && { tests: second, errors: [] }, root, 'abc')
    }
    expect(judged(2, all(2, 'passed')).isGreen).toBe(true)
    const three = judged(3, all(3, 'passed'))
    expect(three.isGreen).toBe(false)
    expect(three.lines).toContain('3 tests were unsteady. A run may have 2.')
    expect(judged(1, all(1, 'notRun')).isGreen).toBe(false)
    expect(judged(2, [...all(1, 'passed'), named('1', 'failed')])).toMatchObject({
      isGreen: false,
      lines: expect.arrayContaining(['failed in both tries:', '  e2e/goods.test.ts › 1']),
    })
    expect(judged(1, undefined).isGreen).toBe(false)
  })
})
