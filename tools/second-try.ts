import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** A browser test that did not pass: its titles, Playwright's id for it, and the trace of its try if there is one. */
export type Failed = { test: string; id: string; trace: string | undefined }
export type Verdict = { isGreen: boolean; unsteady: Failed[]; lines: string[] }

type Result = { status: string; duration: number; attachments?: { name: string; path?: string }[] }
type Spec = { id: string; title: string; file: string; tests: { status: string; expectedStatus: string; results: Result[] }[] }
type Suite = { title: string; file: string; specs?: Spec[]; suites?: Suite[] }
export type Report = { suites: Suite[]; errors?: { message?: string }[] }

/** More tests than this fail for a reason that a second try does not change. */
const triedAgainMax = 10
const unsteadyMax = 2

function* specsOf(suites: readonly Suite[], above: readonly string[] = []): Generator<{ spec: Spec; path: readonly string[] }> {
  for (const suite of suites) {
    const path = [...above, suite.title]
    for (const spec of suite.specs ?? []) yield { spec, path: [...path, spec.title] }
    yield* specsOf(suite.suites ?? [], path)
  }
}

/** What did not pass in a report of Playwright's: also tests that did not run because one before them failed. */
export function failedIn(report: Report): Failed[] {
  return [...specsOf(report.suites)].flatMap(({ spec, path }) =>
    spec.tests
      .filter(({ status, expectedStatus }) => expectedStatus !== 'skipped' && status !== 'expected')
      .map(({ results }) => ({ test: path.join(' › '), id: spec.id, trace: results.flatMap(({ attachments = [] }) => attachments).find(({ name }) => name === 'trace')?.path })),
  )
}

/** Milliseconds per test file: those of its tests, with what ran before and after them. */
export function timesIn(report: Report): Map<string, number> {
  const times = new Map<string, number>()
  for (const { spec } of specsOf(report.suites)) for (const { results } of spec.tests) for (const { duration } of results) times.set(spec.file, (times.get(spec.file) ?? 0) + duration)
  return times
}

/** What Playwright's --last-failed-file holds, for a run of these alone. */
export function selectionOf(failed: readonly Failed[]): string {
  return JSON.stringify({ status: 'failed', failedTests: failed.map(({ id }) => id) })
}

/** Whether a second try of what failed can tell anything. */
export function isWorthSecondTry(failed: readonly Failed[]): boolean {
  return failed.length > 0 && failed.length <= triedAgainMax
}

/**
 * What a second try says of the first: a test that passes now is unsteady. More than two of them fail the run, and so
 * does one that `record` (a file with a line of JSON for each) names from an earlier run; new ones are added to it.
 */
export function judge(failed: readonly Failed[], failedAgain: readonly Failed[], record: string): Verdict {
  const again = new Set(failedAgain.map(({ id }) => id))
  const unsteady = failed.filter(({ id }) => !again.has(id))
  const before = new Set(existsSync(record) ? readFileSync(record, 'utf8').split('\n').filter(Boolean).map((line) => (JSON.parse(line) as { test: string }).test) : [])
  const twice = unsteady.filter(({ test }) => before.has(test))
  for (const { test, trace } of unsteady) appendFileSync(record, `${JSON.stringify({ at: new Date().toISOString(), test, trace })}\n`)
  const lines = [
    ...(unsteady.length > 0 ? ['unsteady (failed, then passed alone):', ...unsteady.map(({ test, trace }) => `  ${test}\n    trace: ${trace ?? 'none'}`)] : []),
    ...(unsteady.length > unsteadyMax ? [`${unsteady.length} unsteady tests are more than ${unsteadyMax}: the run has failed.`] : []),
    ...twice.map(({ test }) => `Unsteady for the second time, which is a bug to be repaired at its root: ${test}. Then remove its lines from ${record}.`),
  ]
  return { isGreen: again.size === 0 && unsteady.length <= unsteadyMax && twice.length === 0, unsteady, lines }
}
