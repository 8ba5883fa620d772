import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Harness, writers } from '#dev/testing/crash-harness.ts'
import { atSize } from '#dev/testing/size.ts'

/** Even, so that both are killed equally often. */
const kills = Number(process.env['KILLS'] ?? atSize(4, 10))
const killsAmongMessages = Number(process.env['KILLS'] ?? atSize(1, 10))
/** Postings between two kills: half a million in 300 cycles at full size. */
const perKill = atSize(60, 1_700)
// How many times the weakened database may come through a kill unharmed before the harness counts as blind.
const attempts = 10

describe('kill -9 under posting load', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await Harness.start()
  })
  afterAll(() => harness.stop())

  // ASVS V2.3.3
  test(
    `${kills} kills, of the server and of PostgreSQL by turns, lose no acknowledged posting and double none`,
    { timeout: 1_200_000 + kills * 60_000 },
    async ({ task }) => {
      const load = harness.load()
      for (let cycle = 0; cycle < kills; cycle += 1) {
        await load.someMore(perKill)
        await (cycle % 2 === 0 ? harness.killServer() : harness.killPostgres())
      }
      await load.someMore(perKill)
      const acknowledged = await load.finish()
      expect(acknowledged.size).toBeGreaterThan(kills * perKill)
      // Every writer repeated their last action until it was acknowledged, so nothing else may be there either.
      expect(await harness.compare(acknowledged)).toEqual({ lost: [], tooMany: 0 })
      expect(await harness.checks()).toEqual([])
      task.meta.figures = `${acknowledged.size} acknowledged, none lost, none doubled`
    },
  )

  test(
    `${killsAmongMessages} kills lose no message of a request that was acknowledged`,
    { timeout: 1_200_000 + killsAmongMessages * 60_000 },
    async ({ task }) => {
      const load = harness.load('notices')
      for (let cycle = 0; cycle < killsAmongMessages; cycle += 1) {
        await load.someMore(5)
        await (cycle % 2 === 0 ? harness.killServer() : harness.killPostgres())
      }
      await load.someMore(5)
      const acknowledged = await load.finish()
      expect(acknowledged.size).toBeGreaterThan(killsAmongMessages * 5)
      const sent = await harness.sentTexts(acknowledged.size)
      // Each goes to every member: at least once, because what was on its way at a kill may be sent again.
      expect([...acknowledged].filter((text) => (sent.get(text)?.size ?? 0) < writers)).toEqual([])
      expect([...sent.keys()].filter((text) => !acknowledged.has(text))).toEqual([])
      task.meta.figures = `${acknowledged.size} notices acknowledged, each sent`
      expect(await harness.checks()).toEqual([])
    },
  )

  test('the same harness sees losses where PostgreSQL does not wait for the disk', { timeout: 1_200_000 }, async () => {
    await harness.waitForNoDisk()
    let lost = 0
    for (let cycle = 0; cycle < attempts && lost === 0; cycle += 1) {
      const load = harness.load()
      await load.someMore(Math.min(perKill, 200))
      await harness.killPostgres()
      const acknowledged = await load.abandon()
      lost = (await harness.compare(acknowledged)).lost.length
    }
    expect(lost).toBeGreaterThan(0)
  })
})
