import { spawnSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import { runFullSize } from './full-size-tests.ts'

/**
 * `npm run prove`: what must survive is put through what happens to servers, at full size: kills of the server and the
 * database under load, a full disk, cut connections, several servers that restart, restores to moments. KILLS says how
 * many kills each of the two tests makes (300, about an hour); each harness has a test that it can fail.
 */
const kills = process.argv[2] ?? '300'
process.env['KILLS'] = kills
const { stdout: commit } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' })
console.log(
  `${new Date().toISOString().slice(0, 10)}, commit ${commit.trim()}, ${cpus().length} × ${cpus()[0]?.model ?? 'processor'}, ${Math.round(totalmem() / 2 ** 30)} GB`,
)
process.exitCode = (await runFullSize([
  'server/crash.test.ts',
  'server/payroll-crash.test.ts',
  'server/disk-full.test.ts',
  'server/several-servers.test.ts',
  'server/http/lost-commit.test.ts',
  'tools/restore-drill.test.ts',
]))
  ? 0
  : 1

// Three servers of PostgreSQL need packages that not every machine has.
console.log('A failover between machines is proved apart from these: npm run prove:cluster')
