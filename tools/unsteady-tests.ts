import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { BrowserReport, BrowserTest } from './test-reports.ts'

/** More failures than this are no accident, and a second try would only cost time. */
const mostTriedAgain = 10
const mostUnsteady = 2

/** A line of `unsteady/tests.jsonl`. */
interface UnsteadyTest {
  when: string
  commit: string
  test: string
  trace: string
}

/** The tests that a second try must run: all that did not pass, and of a serial file all, because each builds on the one before. */
export function testsToTryAgain({ tests, errors }: BrowserReport): BrowserTest[] | { reason: string } {
  const failed = tests.filter(({ outcome }) => outcome === 'failed')
  if (errors.length > 0) return { reason: 'something failed outside of a test' }
  if (failed.length === 0) return { reason: 'no test failed, so there is none to run again' }
  if (failed.length > mostTriedAgain)
    return { reason: `${failed.length} tests failed, and more than ${mostTriedAgain} are not run again` }
  const open = tests.filter(({ outcome }) => outcome === 'failed' || outcome === 'notRun')
  const serialFiles = new Set(open.filter(({ isSerial }) => isSerial).map(({ file }) => file))
  return tests.filter(
    (test) => open.includes(test) || (test.isSerial && test.outcome !== 'skipped' && serialFiles.has(test.file)),
  )
}

/** Compares both tries. The record is in the checkout, so that it knows of earlier runs. */
export function judgeUnsteady(
  first: BrowserTest[],
  second: BrowserReport | undefined,
  root: string,
  commit: string,
): { lines: string[]; isGreen: boolean } {
  const passed = new Set(second?.tests.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id))
  const failedAgain = first.filter(({ id }) => !passed.has(id))
  const unsteady = first.filter(({ id, outcome }) => outcome === 'failed' && passed.has(id))
  const known = readRecord(root)
  const now = unsteady.map((test) => noteUnsteady(test, root, commit))
  const repeated = now.flatMap((each) => known.filter(({ test }) => test === each.test).slice(-1))
  const lines = [
    ...list('failed in both tries:', failedAgain.map(nameOf)),
    ...list(
      'unsteady (failed, then passed alone):',
      now.flatMap(({ test, trace }) => [test, `  trace of the failure: ${trace}`]),
    ),
    ...(unsteady.length > mostUnsteady
      ? [`${unsteady.length} tests were unsteady. A run may have ${mostUnsteady}.`]
      : []),
    ...repeated.map(
      ({ test, when }) =>
        `${test} was unsteady on ${when} already. It is a bug: repair it at its root, then remove its lines from unsteady/tests.jsonl.`,
    ),
  ]
  const isClean = (second?.errors ?? ['no report']).length === 0
  return {
    lines,
    isGreen: isClean && failedAgain.length === 0 && unsteady.length <= mostUnsteady && repeated.length === 0,
  }
}

function list(heading: string, lines: string[]): string[] {
  return lines.length > 0 ? [heading, ...lines.map((line) => `  ${line}`)] : []
}

function nameOf({ file, title }: BrowserTest): string {
  return `${file} › ${title}`
}

function recordOf(root: string): string {
  return join(root, 'unsteady/tests.jsonl')
}

function readRecord(root: string): UnsteadyTest[] {
  const path = recordOf(root)
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as UnsteadyTest)
}

/** The trace is copied, because Playwright empties test-results/ when it starts. */
function noteUnsteady(test: BrowserTest, root: string, commit: string): UnsteadyTest {
  mkdirSync(join(root, 'unsteady'), { recursive: true })
  const when = new Date().toISOString()
  const trace = join(root, 'unsteady', `${when.replaceAll(/\D/g, '')}-${test.id.slice(-8)}.zip`)
  if (test.trace !== undefined && existsSync(test.trace)) copyFileSync(test.trace, trace)
  const line = { when, commit, test: nameOf(test), trace: existsSync(trace) ? relative(root, trace) : 'none was made' }
  writeFileSync(recordOf(root), `${JSON.stringify(line)}\n`, { flag: 'a' })
  return line
}
