import type { CooperativeId } from '#core/ids.ts'
import type { Database } from './database.ts'
import { sql } from './sql.ts'

/** Milliseconds for which a count is good enough. */
const keptFor = 10 * 60_000

/** How many active members a cooperative has, counted every ten minutes at most. */
export function activeMembers(database: Database): (cooperativeId: CooperativeId) => Promise<number> {
  const counted = new Map<CooperativeId, { at: number; count: Promise<number> }>()
  return async (cooperativeId) => {
    const known = counted.get(cooperativeId)
    if (known && performance.now() - known.at < keptFor) return known.count
    const count = database.tenant({ cooperativeId, role: 'job' }, async (tx) => {
      const found = await tx.one<{ n: number }>(
        sql`select count(*)::int as n from app.member where status = 'active' and removed_at is null`,
      )
      return found.n
    })
    counted.set(cooperativeId, { at: performance.now(), count })
    count.catch(() => counted.delete(cooperativeId))
    return count
  }
}
