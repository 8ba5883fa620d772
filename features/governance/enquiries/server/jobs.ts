import type { Day } from '#core/calendar.ts'
import type { CooperativeId } from '#core/ids.ts'
import { t } from '#core/sentence.ts'
import { notifyOfficers } from '#features/access/notifications/server/notify-members.ts'
import type { Tx } from '#platform/db/tx.ts'
import { emptyBox, markTold } from './writes.ts'

/** Passes what came without a name until yesterday to the officers, and notifies them. */
export async function notifyOfEnquiries(tx: Tx, cooperativeId: CooperativeId, today: Day): Promise<void> {
  await emptyBox(tx, today)
  const count = await markTold(tx, new Date(`${today}T00:00:00+01:00`))
  if (count === 0) return
  notifyOfficers(tx, cooperativeId, {
    message: t(
      'A message without a name was received. It waits for an answer.|{count} messages without a name were received. They wait for an answer.',
      { count },
    ),
    link: '/coop/governance/enquiries',
  })
}
