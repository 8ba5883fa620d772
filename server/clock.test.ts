import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Harness, writers } from './testing/crash-harness.ts'
import { atSize } from './testing/size.ts'

/** Debian's package libfaketime, which answers a program that asks for the time; what counts seconds goes on as it is. */
const library = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`)
  .find((path) => existsSync(path))
const rounds = atSize(1, 5)

describe.skipIf(library === undefined)('a clock that jumps under load', { timeout: 900_000 }, () => {
  test('a day forward and a day back loses nothing that was acknowledged, doubles nothing, and work goes on', async ({
    task,
  }) => {
    const folder = mkdtempSync(join(tmpdir(), 'ajose-clock-'))
    const clock = join(folder, 'clock')
    const setClock = (days: string) => writeFileSync(clock, days)
    // The society is older than any of its postings.
    setClock('-2d')
    const harness = await Harness.start({
      sessionsExpire: true,
      env: {
        LD_PRELOAD: library ?? '',
        FAKETIME_TIMESTAMP_FILE: clock,
        FAKETIME_NO_CACHE: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        NO_FAKE_STAT: '1',
      },
    })
    try {
      const load = harness.load()
      for (let round = 0; round < rounds; round += 1) {
        for (const days of ['+1d', '+0', '-1d', '+0']) {
          setClock(days)
          await load.someMore(100)
          await (round % 2 === 0 ? harness.killServer() : harness.killPostgres())
          await load.someMore(100)
        }
      }
      const acknowledged = await load.finish()
      expect(await harness.compare(acknowledged)).toEqual({ lost: [], tooMany: 0 })
      // Yesterday, today and tomorrow: a fourth where midnight passed meanwhile.
      expect((await harness.postedDays()).length).toBeGreaterThanOrEqual(3)

      const notices = harness.load('notices')
      for (const days of ['+1d', '-1d', '+0']) {
        setClock(days)
        await notices.someMore(5)
      }
      const told = await notices.finish()
      const sent = await harness.sentTexts(told.size)
      expect([...told].filter((text) => sent.get(text)?.size !== writers)).toEqual([])
      expect(await harness.checks()).toEqual([])
      task.meta.figures = `${4 * rounds} jumps, ${acknowledged.size} acknowledged, none lost, none doubled`
    } finally {
      await harness.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
