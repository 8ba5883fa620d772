import { spawnSync } from 'node:child_process'
import { saveFigures, measuredOn } from './figures.ts'

/**
 * `npm run bench`: every bench, one after the other, on a machine that does nothing else meanwhile; what they print goes
 * into docs/figures.md. Names behind it run those alone and keep nothing: `npm run bench -- post loans`.
 */
const benches = ['post', 'read', 'payroll', 'dividend', 'loans', 'jobs', 'overload', 'web']
const chosen = process.argv.slice(2)
let printed = `${measuredOn()}\n`
console.log(printed)
for (const name of chosen.length > 0 ? chosen : benches) {
  const { stdout, status } = spawnSync('npm', ['run', '--silent', `bench:${name}`], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 28,
  })
  const part = `bench:${name}\n${stdout.trim().replaceAll(/^/gm, '  ')}\n`
  console.log(part)
  printed += `\n${part}`
  if (status !== 0) process.exitCode = 1
}
if (chosen.length === 0) saveFigures('npm run bench', printed)
