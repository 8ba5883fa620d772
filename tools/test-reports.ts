import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { CpuTime } from '#dev/testing/cpu-times.ts'

/** How one browser test ended. `notRun`: an earlier test of a serial file, or what runs before all tests of the file, failed. */
export interface BrowserTest {
  id: string
  file: string
  title: string
  outcome: 'passed' | 'failed' | 'notRun' | 'skipped'
  isSerial: boolean
  milliseconds: number
  trace?: string
}

export interface BrowserReport {
  tests: BrowserTest[]
  /** What failed outside of a test, such as a file that could not be read. */
  errors: string[]
}

export interface FileTime {
  file: string
  milliseconds: number
}

/** Milliseconds of `sameWork` (dev/testing/cpu-times.ts) on the machine whose seconds test-budgets.json has. */
const sameWorkThere = 2.8

interface Suite {
  suites?: Suite[]
  specs: { id: string; file: string; title: string; tests: PlaywrightTest[] }[]
  title: string
  file?: string
}

interface PlaywrightTest {
  status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
  expectedStatus: string
  annotations: { type: string }[]
  results: { duration: number; attachments: { name: string; path?: string }[] }[]
}

/** Reads what Playwright's JSON reporter wrote; undefined where it ended before it wrote anything. */
export function readBrowserReport(path: string, root: string): BrowserReport | undefined {
  if (!existsSync(path)) return undefined
  const report = JSON.parse(readFileSync(path, 'utf8')) as {
    config: { rootDir: string }
    suites: Suite[]
    errors: { message?: string }[]
  }
  const fileOf = (file: string) => relative(root, join(report.config.rootDir, file))
  const read = (suite: Suite, titles: string[]): BrowserTest[] => [
    ...suite.specs.flatMap(({ id, file, title, tests }) =>
      tests.map((test) => ({ id, file: fileOf(file), title: [...titles, title].join(' › '), ...endOf(test) })),
    ),
    ...(suite.suites ?? []).flatMap((each) => read(each, [...titles, each.title])),
  ]
  return {
    tests: report.suites.flatMap((suite) => read(suite, [])),
    errors: report.errors.map(({ message = 'an error without a message' }) => message),
  }
}

const outcomes = { expected: 'passed', flaky: 'passed', unexpected: 'failed' } as const

function endOf({
  status,
  expectedStatus,
  annotations,
  results,
}: PlaywrightTest): Omit<BrowserTest, 'id' | 'file' | 'title'> {
  const trace = results.flatMap(({ attachments }) => attachments).find(({ name }) => name === 'trace')?.path
  return {
    outcome: status === 'skipped' ? (expectedStatus === 'skipped' ? 'skipped' : 'notRun') : outcomes[status],
    isSerial: annotations.some(({ type }) => type === 'serial'),
    milliseconds: results.reduce((sum, { duration }) => sum + duration, 0),
    ...(trace !== undefined && { trace }),
  }
}

/** The time of each file of browser tests: that of its tests, with what runs before and after them. */
export function browserTimes({ tests }: BrowserReport): FileTime[] {
  const times = Map.groupBy(tests, ({ file }) => file)
  return [...times].map(([file, own]) => ({
    file,
    milliseconds: own.reduce((sum, each) => sum + each.milliseconds, 0),
  }))
}

/** The time of each file of server tests, as Vitest's JSON reporter wrote it; none where it wrote nothing. */
export function serverTimes(path: string, root: string): FileTime[] {
  if (!existsSync(path)) return []
  const { testResults } = JSON.parse(readFileSync(path, 'utf8')) as {
    testResults: { name: string; startTime: number; endTime: number }[]
  }
  return testResults.map(({ name, startTime, endTime }) => ({
    file: relative(root, name),
    milliseconds: endTime - startTime,
  }))
}

/** The processor time of each file of server tests, as it would be on the machine of the budgets; none where nothing was written. */
export function cpuTimes(root: string): FileTime[] {
  const path = join(root, 'test-results/cpu-times.jsonl')
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
  const times = lines.map((line) => JSON.parse(line) as CpuTime)
  const middle = times.map(({ sameWork }) => sameWork).toSorted((one, other) => one - other)[times.length >> 1] ?? 0
  const slower = Math.max(middle, 1) / sameWorkThere
  return times.map(({ file, seconds }) => ({ file: relative(root, file), milliseconds: (seconds / slower) * 1000 }))
}
