import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { whenParentEnds } from '#server/parent.ts'
import { endRun, makeRunFolder, otherRuns } from './run-processes.ts'
import { failedIn, isWorthSecondTry, judge, type Report, selectionOf, timesIn } from './second-try.ts'

type Step = { name: string; script: string; arguments?: string[] }
type Done = { name: string; isGreen: boolean; seconds: number }

const repository = resolve(import.meta.dirname, '..')
const unsteadyRecord = join(repository, 'unsteady.log')
const traces = join(repository, 'test-results')

for (const { folder, pid, isRunning } of otherRuns()) {
  if (isRunning) {
    console.log(`Another run of the tests (process ${pid}) is going on beside this one.`)
    continue
  }
  const left = await endRun(folder)
  if (left.length > 0) console.log(`An earlier run of the tests (process ${pid}) had left these, which were ended now:\n${left.map((each) => `  ${each.pid} ${each.command.slice(0, 120)}`).join('\n')}`)
}

const folder = makeRunFolder()
const report = { server: join(folder, 'server.json'), browser: join(folder, 'browser.json'), secondTry: join(folder, 'second-try.json') }
let ending: Promise<unknown> | undefined
const interrupted = (): void => {
  ending ??= endRun(folder).then(() => process.exit(130))
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupted)
if (process.env['npm_lifecycle_event']) whenParentEnds(interrupted)

/** Runs side by side; each set begins once all of the one before is green. A type error or a failed build shows soonest. */
const sets: Step[][][] = [
  // The build comes before the server's tests, which would build the web app a second time beside it.
  [[{ name: 'bytes of each page', script: 'check:budgets' }], [{ name: 'types', script: 'check:types' }]],
  [
    [{ name: 'units and server', script: 'test:server', arguments: ['--reporter=default', '--reporter=json', `--outputFile.json=${report.server}`] }],
    [{ name: 'lint', script: 'check:lint' }, { name: 'boundaries', script: 'check:boundaries' }, { name: 'structure', script: 'check:structure' }, { name: 'unused code', script: 'check:unused' }],
  ],
  [[{ name: 'journeys in a browser', script: 'test:e2e', arguments: ['--reporter=list,json', `--output=${join(traces, 'first')}`] }]],
]
const stepsCount = sets.flat(2).length
const done: Done[] = []

async function runStep({ name, script, arguments: more = [] }: Step, browserReport = report.browser): Promise<boolean> {
  console.log(`▶ ${name} (npm run ${script})`)
  const begun = Date.now()
  // npm is a .cmd file on Windows, which only a shell can start.
  const child = spawn('npm', ['run', '--silent', script, ...(more.length > 0 ? ['--', ...more] : [])], {
    cwd: repository,
    env: { ...process.env, ...(process.argv[2] === 'full' && { TEST_SIZE: 'full' }), TMPDIR: folder, TEMP: folder, TMP: folder, FORCE_COLOR: '0', PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  // Whole, when it has ended: two run at once.
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const code = await new Promise((resolved) => child.on('error', resolved).on('close', resolved))
  const seconds = (Date.now() - begun) / 1000
  const isGreen = code === 0
  console.log(`${output.trimEnd()}\n${isGreen ? '✓' : '✗'} ${name} ${seconds.toFixed(1)} s\n`)
  done.push({ name, isGreen, seconds })
  return isGreen
}

async function runLane(steps: readonly Step[]): Promise<boolean> {
  for (const step of steps) if (!(await runStep(step))) return false
  return true
}

function readReport<Shape>(path: string): Shape | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Shape) : undefined
}

/** Once more, alone, what did not pass in the browser; what passes now is unsteady. */
async function trySecondTime(): Promise<string[]> {
  const first = readReport<Report>(report.browser)
  const failed = first ? failedIn(first) : []
  if (!first || (first.errors?.length ?? 0) > 0 || !isWorthSecondTry(failed)) return []
  const selection = join(folder, 'selection.json')
  writeFileSync(selection, selectionOf(failed))
  await runStep({ name: 'second try', script: 'test:e2e', arguments: ['--workers=1', '--reporter=list,json', `--output=${join(traces, 'second')}`, '--last-failed', `--last-failed-file=${selection}`] }, report.secondTry)
  const second = readReport<Report>(report.secondTry)
  const verdict = judge(failed, second && (second.errors?.length ?? 0) === 0 ? failedIn(second) : failed, unsteadyRecord)
  for (const each of done.slice(-2)) each.isGreen = verdict.isGreen
  return verdict.lines
}

function slowestFiles(): string[] {
  const server = readReport<{ testResults: { name: string; startTime: number; endTime: number }[] }>(report.server)
  const browser = readReport<Report>(report.browser)
  const times = [...(server?.testResults ?? []).map(({ name, startTime, endTime }) => [relative(repository, name), endTime - startTime] as const), ...(browser ? [...timesIn(browser)].map(([file, ms]) => [`e2e/${file}`, ms] as const) : [])]
  return times.toSorted(([, one], [, other]) => other - one).slice(0, 10).map(([file, ms]) => `  ${(ms / 1000).toFixed(1)} s ${file}`)
}

const begun = Date.now()
let isGreen = true
for (const set of sets) {
  isGreen = (await Promise.all(set.map(runLane))).every(Boolean)
  if (!isGreen) break
}
const lines = done.at(-1)?.name === 'journeys in a browser' && !isGreen ? await trySecondTime() : []
// A signal that came meanwhile is already at this, and ends the process.
if (ending) await ending
const slowest = slowestFiles()
const left = await endRun(folder)
const failed = done.filter((each) => !each.isGreen).length
if (lines.length > 0) console.log(lines.join('\n'))
if (left.length > 0) console.log(`Still alive at the end, and ended now:\n${left.map((each) => `  ${each.pid} ${each.command.slice(0, 120)}`).join('\n')}`)
console.log(`\nslowest test files:\n${slowest.join('\n')}`)
console.log(`\n${done.map((each) => `${each.isGreen ? '✓' : '✗'} ${each.name} ${each.seconds.toFixed(1)} s`).join('\n')}`)
console.log(`steps: ${done.length - failed} passed, ${failed} failed, ${Math.max(0, stepsCount - done.length)} skipped, ${((Date.now() - begun) / 1000).toFixed(1)} s in all`)
process.exitCode = failed > 0 ? 1 : 0
