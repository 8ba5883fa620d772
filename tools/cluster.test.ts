import { describe, expect, test } from 'vitest'
import { Harness } from '#dev/testing/crash-harness.ts'
import { missingForCluster, PatroniCluster } from '#dev/testing/patroni-cluster.ts'
import { atSize } from '#dev/testing/size.ts'
import { verifyBooks } from './verify-books.ts'

/** Seconds from a fault until every server writes again. */
const secondsMax = 30
const rounds = Number(process.env['ROUNDS'] ?? 3)
const missing = missingForCluster()
const skipped = atSize(
  'npm run prove:cluster runs it',
  missing.join(', ') && `this machine lacks ${missing.join(', ')}`,
)

describe.skipIf(skipped !== '')(`three PostgreSQL under Patroni${skipped && ` (skipped: ${skipped})`}`, () => {
  test(
    `${rounds} times each: PostgreSQL killed, its machine killed, cut off, killed while no replica follows: nothing acknowledged is lost or doubled`,
    { timeout: 600_000 + rounds * 600_000 },
    async ({ task }) => {
      const cluster = await PatroniCluster.start()
      const harness = await startHarness(cluster)
      const seconds: Record<string, number[]> = {}
      try {
        const load = harness.load()
        const fault = async (name: string, work: () => Promise<() => void>) => {
          await load.someMore(100)
          const undo = await work()
          const took = await load.writingAgain()
          ;(seconds[name] ??= []).push(took)
          undo()
          await cluster.untilWhole()
        }
        for (let round = 0; round < rounds; round += 1) {
          await fault('killed', async () => {
            cluster.killPostgres(await cluster.primary())
            return () => {}
          })
          await fault('machine killed', async () => {
            const node = await cluster.primary()
            cluster.killHost(node)
            return () => cluster.returnHost(node)
          })
          await fault('cut off', async () => {
            const { comeBack } = cluster.cutOff(await cluster.primary())
            return comeBack
          })
          await fault('killed while no replica follows', async () => {
            const node = await cluster.primary()
            cluster.holdReplication(node)
            await load.standstill(1)
            cluster.killHost(node)
            return () => cluster.returnHost(node)
          })
        }
        await load.someMore(100)
        const acknowledged = await load.finish()
        const byReplica = await harness.readsByReplica()
        task.meta.figures = `${acknowledged.size} acknowledged, none lost, none doubled, ${byReplica} statements by a replica and none older than what was acknowledged; writing again after at most ${Object.entries(
          seconds,
        )
          .map(([name, each]) => `${Math.ceil(Math.max(...each))} s (${name})`)
          .join(', ')}`
        expect(await harness.compare(acknowledged)).toEqual({ lost: [], tooMany: 0 })
        expect(byReplica).toBeGreaterThan(0)
        expect(await harness.checks()).toEqual([])
        expect(await verifyBooks(cluster.urls.list, () => {})).toBe(true)
        expect(
          Object.values(seconds)
            .flat()
            .filter((each) => each > secondsMax),
        ).toEqual([])
      } finally {
        await harness.stop()
        await cluster.stop()
      }
    },
  )

  test('the same cluster loses what it acknowledged where it waits for no replica', { timeout: 600_000 }, async () => {
    const cluster = await PatroniCluster.start({ isSynchronous: false })
    const harness = await startHarness(cluster)
    try {
      const load = harness.load()
      await load.someMore(100)
      const node = await cluster.primary()
      cluster.holdReplication(node)
      await load.someMore(50)
      cluster.killHost(node)
      const acknowledged = await load.abandon()
      expect((await harness.compare(acknowledged)).lost.length).toBeGreaterThan(0)
    } finally {
      await harness.stop()
      await cluster.stop()
    }
  })
})

/** Two servers: one names all machines, the other goes through HAProxy. */
async function startHarness(cluster: PatroniCluster): Promise<Harness> {
  try {
    return await Harness.start({ databases: [cluster.urls.list, cluster.urls.proxy], replica: cluster.urls.replicas })
  } catch (error) {
    await cluster.stop()
    throw error
  }
}
