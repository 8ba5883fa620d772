import type { Services } from '#platform/context.ts'
import { addDueWebhooks } from '#platform/db/webhooks.ts'

/** Goes on with deliveries whose job was given up, such as while the database could not be reached. */
export async function wakeWebhooks({
  database,
  webhooksWaiting,
}: Pick<Services, 'database' | 'webhooksWaiting'>): Promise<void> {
  await database.jobs((tx) => addDueWebhooks(tx))
  webhooksWaiting()
}
