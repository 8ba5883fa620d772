import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { whenNpmIsGone } from '#app/server/npm-parent.ts'
import { openRunFolder, type RunFolder } from '#dev/testing/run-folder.ts'
import {
  type BrowserReport,
  browserTimes,
  cpuTimes,
  type FileTime,
  readBrowserReport,
  serverTimes,
} from './test-reports.ts'
import { secondsByBusiness, secondsComplaints, testBudgetsOf } from './test-budgets.ts'
import { judgeUnsteady, testsToTryAgain } from './unsteady-tests.ts'

export interface Step {
  name: string
  /** A script of package.json. */
  script: string
  args?: string[]
  /** Whose tests they are, Vitest's or Playwright's: their times are printed, and Playwright's have a second try. */
  tests?: 'server' | 'browser'
}

/** A phase begins when the one before has passed. Its lanes run side by side, the steps of a lane one after the other. */
export type Phase = Step[][]

interface Done {
  name: string
  passed: boolean
  milliseconds: number
}

const slowestShown = 10
const onWindows = process.platform === 'win32'
const secondsOf = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`

/** Runs every step, prints what happened and sets the exit code. Whatever ends it, no process of the run is left. */
export async function runTests(root: string, phases: Phase[], temporaryFolder?: string): Promise<void> {
  const folder = await openRunFolder(temporaryFolder)
  const run = new TestRun(root, folder)
  const interrupt = (reason: string, exitCode: number) => {
    if (run.interrupted) return
    run.interrupted = true
    process.exitCode = exitCode
    console.log(`\n${reason}. Ending every process of this run.`)
    run.endOnWindows()
    void folder.close().then(() => process.exit())
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => interrupt(`Interrupted by ${signal}`, 128 + constants.signals[signal]))
  // Nothing can be printed any more, as with a closed terminal or pipe.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => interrupt('The output was closed', 1))
  const stopWatching = whenNpmIsGone(() => interrupt('npm is gone', 1))
  for (const line of folder.others) console.log(line)
  try {
    const isGreen = await run.all(phases)
    if (!run.interrupted) process.exitCode = isGreen ? 0 : 1
  } finally {
    stopWatching()
    if (!run.interrupted) await endRun(folder)
  }
  if (!run.interrupted) run.printSummary(phases)
}

async function endRun(folder: RunFolder): Promise<void> {
  const left = await folder.close()
  if (left.length > 0)
    console.log(
      `\nThe tests left these processes running. They are ended now:\n${left.map((each) => `  ${each}`).join('\n')}`,
    )
}

class TestRun {
  interrupted = false
  readonly #begun = Date.now()
  readonly #root: string
  readonly #folder: RunFolder
  readonly #children = new Set<ChildProcess>()
  readonly #done: Done[] = []
  readonly #times: FileTime[] = []
  #notes: string[] = []

  constructor(root: string, folder: RunFolder) {
    this.#root = root
    this.#folder = folder
  }

  /** Says whether every step passed, a second try included. */
  async all(phases: Phase[]): Promise<boolean> {
    for (const lanes of phases) {
      const passed = await Promise.all(lanes.map((lane) => this.#lane(lane, lanes.length === 1)))
      if (this.interrupted || passed.includes(false)) return false
    }
    return true
  }

  printSummary(phases: Phase[]): void {
    const steps = phases.flat(2)
    const skipped = steps.filter(({ name }) => !this.#done.some((done) => done.name === name))
    const failed = this.#done.filter(({ passed }) => !passed).length
    const slowest = this.#times.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, slowestShown)
    const lines = [
      ...this.#notes,
      ...(slowest.length > 0
        ? [
            '',
            'slowest test files:',
            ...slowest.map(({ file, milliseconds }) => `${secondsOf(milliseconds).padStart(9)}  ${file}`),
            '',
            'tests by business:',
            ...secondsByBusiness(this.#times, testBudgetsOf(this.#root)).map(
              ([business, seconds]) => `${secondsOf(seconds * 1000).padStart(9)}  ${business}`,
            ),
          ]
        : []),
      '',
      ...this.#done.map(({ name, passed, milliseconds }) => `${passed ? '✓' : '✗'} ${name} ${secondsOf(milliseconds)}`),
      ...skipped.map(({ name }) => `- ${name}`),
      `steps: ${this.#done.length - failed} passed, ${failed} failed, ${skipped.length} skipped, ${secondsOf(Date.now() - this.#begun)} in all`,
    ]
    console.log(lines.join('\n'))
  }

  /** Windows does not tell which processes belong to the run, only what one has started. */
  endOnWindows(): void {
    if (onWindows) for (const { pid } of this.#children) spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'])
  }

  async #lane(steps: Step[], isAlone: boolean): Promise<boolean> {
    let passed = true
    for (const step of steps) {
      if (this.interrupted) return false
      const done = await this.#step(step, isAlone)
      this.#done.push(done)
      passed &&= done.passed
    }
    return passed
  }

  async #step(step: Step, isAlone: boolean): Promise<Done> {
    const begun = Date.now()
    const report = join(this.#folder.path, `${step.tests}.json`)
    let passed = await this.#npm(step.name, step, report, isAlone)
    if (step.tests === 'server') {
      this.#times.push(...serverTimes(report, this.#root))
      const keepsBudgets = this.#keepsBudgets()
      passed &&= keepsBudgets
    }
    if (step.tests === 'browser') {
      const first = readBrowserReport(report, this.#root)
      if (first) this.#times.push(...browserTimes(first))
      if (!passed && !this.interrupted) passed = await this.#tryAgain(step, first)
    }
    return { name: step.name, passed, milliseconds: Date.now() - begun }
  }

  /** Prints the seconds of the server tests of each business, and says whether each keeps to its own. */
  #keepsBudgets(): boolean {
    const [times, budgets] = [cpuTimes(this.#root), testBudgetsOf(this.#root)]
    const complaints = secondsComplaints(times, budgets)
    const seconds = secondsByBusiness(times, budgets).map(
      ([business, each]) =>
        `${secondsOf(each * 1000).padStart(9)} of ${budgets[business]?.cpuSeconds ?? 0} s  ${business}`,
    )
    if (seconds.length > 0)
      console.log(['', 'processor time of the server tests by business:', ...seconds, ...complaints].join('\n'))
    return complaints.length === 0
  }

  /** Each test that did not pass gets one more try, alone, in a folder of its own for the traces. */
  async #tryAgain(step: Step, first: BrowserReport | undefined): Promise<boolean> {
    const tests = first ? testsToTryAgain(first) : { reason: 'the browser tests ended without a report' }
    if ('reason' in tests) {
      this.#notes = ['', `No second try: ${tests.reason}.`]
      return false
    }
    const chosen = join(this.#folder.path, 'second-try-tests.json')
    writeFileSync(chosen, JSON.stringify({ status: 'failed', failedTests: tests.map(({ id }) => id) }))
    const args = [
      ...(step.args ?? []),
      '--workers=1',
      '--output=test-results/second-try',
      '--last-failed',
      `--last-failed-file=${chosen}`,
    ]
    const report = join(this.#folder.path, 'second-try.json')
    const passed = await this.#npm('second try', { ...step, args }, report, true)
    if (this.interrupted) return false
    const { stdout: commit } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: this.#root, encoding: 'utf8' })
    const { lines, isGreen } = judgeUnsteady(tests, readBrowserReport(report, this.#root), this.#root, commit.trim())
    this.#notes = ['', ...lines]
    return passed && isGreen
  }

  /** A step that runs alone prints as it goes. Beside others its output waits in a file, which also holds what it prints last. */
  async #npm(name: string, { script, args = [], tests }: Step, report: string, isAlone: boolean): Promise<boolean> {
    console.log(`\n▶ ${name} (npm run ${script})${isAlone ? '' : ', begun'}`)
    const path = join(this.#folder.path, `${script.replaceAll(':', '-')}.log`)
    const output = isAlone ? 'inherit' : openSync(path, 'w')
    const reporters = {
      server: ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      browser: ['--reporter=list,json'],
    }
    const all = [...args, ...(tests ? reporters[tests] : [])]
    const child = spawn('npm', ['run', '--silent', script, ...(all.length > 0 ? ['--', ...all] : [])], {
      cwd: this.#root,
      env: { ...process.env, ...this.#folder.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report, PW_DISABLE_TS_ESM: '1' },
      stdio: ['ignore', output, output],
      // npm is a .cmd file on Windows, which only a shell can start.
      shell: onWindows,
    })
    this.#children.add(child)
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    this.#children.delete(child)
    if (output !== 'inherit') closeSync(output)
    if (output !== 'inherit' && !this.interrupted)
      console.log(
        `\n▶ ${name}, ${code === 0 ? 'passed' : `ended with ${signal ?? code}`}\n${readFileSync(path, 'utf8').trimEnd()}`,
      )
    return code === 0
  }
}
