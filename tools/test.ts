import { spawnSync } from 'node:child_process'

/** Everything that must hold before a change lands, in the order in which it fails fastest. */
const steps: [name: string, script: string][] = [
  ['types', 'check:types'],
  ['lint', 'check:lint'],
  ['boundaries', 'check:boundaries'],
  ['structure', 'check:structure'],
  ['unused code', 'check:unused'],
  // It builds the web app, which the journeys need.
  ['bytes of each page', 'check:budgets'],
  ['units and server', 'test:server'],
  ['journeys in a browser', 'test:e2e'],
]

const done: string[] = []
let failed = 0
for (const [name, script] of steps) {
  console.log(`\n▶ ${name} (npm run ${script})`)
  const begun = Date.now()
  // npm is a .cmd file on Windows, which only a shell can start.
  const { status } = spawnSync('npm', ['run', '--silent', script], { stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) failed = 1
  done.push(`${failed ? '✗' : '✓'} ${name} ${((Date.now() - begun) / 1000).toFixed(1)} s`)
  if (failed) break
}
console.log(`\n${done.join('\n')}`)
console.log(`steps: ${done.length - failed} passed, ${failed} failed, ${steps.length - done.length} skipped`)
process.exitCode = failed
