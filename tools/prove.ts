import { saveFigures, measuredOn } from './figures.ts'
import { runFullSize } from './full-size-tests.ts'

/**
 * `npm run prove`: what must survive is put through what happens to servers, at full size: kills of the server and the
 * database under load, a full and a read-only disk, a clock that jumps, cut connections, several servers that restart,
 * restores to moments. It goes into docs/figures.md. `npm run prove -- KILLS` makes that many kills in each of the two
 * tests, where the whole makes 300 (about an hour), and keeps nothing. Each harness has a test that it can fail.
 */
const [kills] = process.argv.slice(2)
process.env['KILLS'] = kills ?? '300'
const measured = measuredOn()
console.log(measured)
const { held, lines } = await runFullSize([
  'app/server/crash.test.ts',
  'app/server/payroll-crash.test.ts',
  'app/server/disk.test.ts',
  'app/server/clock.test.ts',
  'app/server/several-servers.test.ts',
  'platform/http/lost-commit.test.ts',
  'tools/restore-drill.test.ts',
])
if (kills === undefined) saveFigures('npm run prove', [measured, '', ...lines].join('\n'))
// Three servers of PostgreSQL need packages that not every machine has.
console.log('A failover between machines is proved apart from these: npm run prove:cluster')
process.exitCode = held ? 0 : 1
