import type { TenantActor } from '#core/actor.ts'
import type { Context } from '#platform/context.ts'
import { useQuota } from './quotas.ts'

/** Counts what a login tells its officers, by a connection of its own before the work has one. Refuses: enquiries_many. */
export async function countMessage({ loginId }: TenantActor, _input: unknown, context: Context): Promise<void> {
  await context.database.auth((tx) => useQuota(tx, context, 'messages_to_officers', loginId))
}
