import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Harness } from '#dev/testing/crash-harness.ts'
import { atSize } from '#dev/testing/size.ts'

/** Debian's package libfaketime, which answers a program that asks for the time; what counts seconds goes on as it is. */
const library = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`)
  .find((path) => existsSync(path))
/**
 * Becomes the command behind it, in an /etc and a /dev/shm of its own, where every program has the library and the clock of
 * a file: PostgreSQL too, which takes no variables from the server. The library keeps a file for each process under its
 * number in /dev/shm, and one that a killed process left would stop a later process of another user.
 */
const apart = `set -e
mount -t tmpfs none /dev/shm
mkdir /dev/shm/upper /dev/shm/work
mount -t overlay -o lowerdir=/etc,upperdir=/dev/shm/upper,workdir=/dev/shm/work none /etc
ln -s "$2" /etc/faketimerc
echo "$1" > /etc/ld.so.preload
shift 2
exec "$@"`
const through = (clock: string) => ['unshare', '--mount', 'sh', '-c', apart, 'sh', library ?? '', clock]
const isAvailable = (() => {
  if (library === undefined) return false
  const [program, ...words] = [...through('/dev/null'), 'true']
  return spawnSync(program, words).status === 0
})()
const rounds = 5
const skipped = atSize(
  'npm run prove runs it',
  isAvailable ? '' : 'this machine lacks libfaketime or the right to mount',
)

describe.skipIf(skipped !== '')(
  `a clock that jumps under load${skipped && ` (skipped: ${skipped})`}`,
  { timeout: 900_000 },
  () => {
    test('a day forward and a day back loses nothing that was acknowledged, doubles nothing, and work goes on', async ({
      task,
    }) => {
      const folder = mkdtempSync(join(tmpdir(), 'ajose-clock-'))
      // PostgreSQL runs as a user of its own and reads it too.
      chmodSync(folder, 0o755)
      const clock = join(folder, 'clock')
      const setClock = (days: string) => writeFileSync(clock, days)
      // The society is older than any of its postings.
      setClock('-2d')
      const harness = await Harness.start({
        sessionsExpire: true,
        through: through(clock),
        // Read at each question by the server; by each process of PostgreSQL when it starts.
        env: { FAKETIME_NO_CACHE: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1', NO_FAKE_STAT: '1' },
      })
      try {
        const load = harness.load()
        for (let round = 0; round < rounds; round += 1) {
          for (const days of ['+1d', '+0', '-1d', '+0']) {
            setClock(days)
            await harness.killPostgres()
            await load.someMore(100)
            await harness.killServer()
            await load.someMore(100)
          }
        }
        const acknowledged = await load.finish()
        expect(await harness.compare(acknowledged)).toEqual({ lost: [], tooMany: 0 })
        // Yesterday, today and tomorrow: a fourth where midnight passed meanwhile.
        const days = await harness.postedDays()
        expect(Math.min(days.server, days.database)).toBeGreaterThanOrEqual(3)
        task.meta.figures = `${4 * rounds} jumps, ${acknowledged.size} acknowledged, none lost, none doubled`
      } finally {
        await harness.stop()
        rmSync(folder, { recursive: true, force: true })
      }
    })
  },
)
