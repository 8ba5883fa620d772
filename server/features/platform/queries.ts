import { statfs } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { getHealth as healthContract, getReadiness as readinessContract } from '#contract/platform.ts'
import type { Replied } from '#contract/endpoint.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import { sql } from '#server/db/sql.ts'

const { version } = createRequire(import.meta.url)('../../../package.json') as { version: string }

/** Below this share of free disk nothing more may be promised. */
const diskFreePercentMin = 5

export async function getHealth(): Promise<Replied<typeof healthContract>> {
  return { status: 'ok', version, uptimeSeconds: Math.floor(process.uptime()) }
}

/** Refuses `overloaded` while requests can't be served, so that a balancer sends them elsewhere. */
export async function getReadiness({ database, dataDir, log }: Context): Promise<Replied<typeof readinessContract>> {
  try {
    const [{ migrations }, disk] = await Promise.all([
      database.jobs((tx) => tx.one<{ migrations: number }>(sql`select count(*)::int as migrations from migration.applied`)),
      statfs(dataDir),
    ])
    const diskFreePercent = Math.floor((disk.bavail * 100) / disk.blocks)
    if (diskFreePercent < diskFreePercentMin) refuse('overloaded')
    return { status: 'ready', database: 'ok', migrations, diskFreePercent }
  } catch (error) {
    // Whatever the cause, the answer to "can you serve?" is no; the cause goes to the log.
    log.warn({ err: error }, 'not ready')
    return refuse('overloaded')
  }
}
