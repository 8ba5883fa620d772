import type pg from 'pg'
import { Refusal, refuse } from '#core/refusal.ts'
import { replicaReads } from '#platform/telemetry/instruments.ts'

/** Milliseconds that a read waits for the replica to have what was kept before it was asked for. */
const catchUpWait = 500
const lookEvery = 10
/** Milliseconds for which a replica that did not answer is left alone. */
const restAfterFailure = 10_000

export class TooFarBehind extends Error {
  override name = 'TooFarBehind'
}

/** Runs work in a transaction on a connection of this pool, once `before` has resolved on that connection. */
export type OnPool<T> = (pool: pg.Pool, before?: (client: pg.PoolClient) => Promise<void>) => Promise<T>

/**
 * Has a replica answer what only reads, with the same answer as the primary's: it must have everything that was kept when
 * it was asked, by any server. Where it does not have it in time, or fails, the primary answers, so `work` may run twice.
 */
export async function readFrom<T>(replica: Replica, primary: pg.Pool, work: OnPool<T>): Promise<T> {
  if (Date.now() >= replica.restsUntil) {
    const position = await positionOf(primary)
    try {
      const result = await work(replica.pool, (client) => untilReplayed(client, position))
      replicaReads.add({ answered: 'replica' })
      return result
    } catch (error) {
      // What was refused would be refused by the primary too, but for a replica that has no connection.
      if (error instanceof Refusal && error.code !== 'overloaded') throw error
      if (!(error instanceof TooFarBehind)) replica.restsUntil = Date.now() + restAfterFailure
    }
  }
  replicaReads.add({ answered: 'primary' })
  return work(primary)
}

export type Replica = { pool: pg.Pool; restsUntil: number }

/** How far the log is written: every commit that anybody was told of lies before it. Refuses where this is the primary no more. */
export async function positionOf(primary: pg.Pool | pg.Client): Promise<string> {
  const { rows } = await primary.query<{ position: string | null }>(
    'select case when not pg_is_in_recovery() then pg_current_wal_lsn()::text end as position',
  )
  return rows[0]?.position ?? refuse('overloaded')
}

/** Asked before the transaction begins, whose statements then see it all. What is no replica has replayed nothing. Throws TooFarBehind. */
export async function untilReplayed(client: pg.ClientBase, position: string): Promise<void> {
  const deadline = performance.now() + catchUpWait
  for (;;) {
    const { rows } = await client.query<{ has: boolean | null }>(
      'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as has',
      [position],
    )
    if (rows[0]?.has === true) return
    if (performance.now() > deadline) throw new TooFarBehind('The replica does not have what was kept')
    await new Promise((resolve) => setTimeout(resolve, lookEvery))
  }
}
