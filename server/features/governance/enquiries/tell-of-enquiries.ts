import type { Day } from '#domain/calendar.ts'
import type { CooperativeId } from '#domain/ids.ts'
import type { Tx } from '#server/db/tx.ts'
import { notifyOfficers } from '#server/features/access/notifications/notify-officers.ts'
import { markTold } from './store.ts'

/** Tells the officers of what came without a name until yesterday. */
export async function tellOfEnquiries(tx: Tx, cooperativeId: CooperativeId, today: Day): Promise<void> {
  const count = await markTold(tx, new Date(`${today}T00:00:00+01:00`))
  if (count === 0) return
  notifyOfficers(tx, cooperativeId, {
    message:
      count === 1
        ? 'A message without a name was received. It waits for an answer.'
        : `${count} messages without a name were received. They wait for an answer.`,
    link: '/coop/governance/enquiries',
  })
}
