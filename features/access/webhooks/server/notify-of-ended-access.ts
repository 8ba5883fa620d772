import { fill } from '#core/fill.ts'
import type { MemberId } from '#core/ids.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyOfficers } from '#features/access/notifications/server/notify-officers.ts'
import { findWhatEnded } from './queries.ts'
import * as strings from './strings.ts'

/** Notifies the officers of the keys and webhooks that ended with a member's office in this transaction, if any did. */
export async function notifyOfEndedAccess(tx: Tx, memberId: MemberId): Promise<void> {
  const { cooperativeId, name, urls, keys } = await findWhatEnded(tx, memberId)
  const what = [
    ...(urls.length > 0
      ? [fill(strings.webhooksTo, { hosts: [...new Set(urls.map((url) => new URL(url).host))].join(', ') })]
      : []),
    ...(keys.length > 0 ? [fill(strings.apiKeysNamed, { names: keys.join(', ') })] : []),
  ]
  if (what.length === 0) return
  notifyOfficers(tx, cooperativeId, {
    type: 'warning',
    message: fill(strings.endedWithTheirOffice, { name, what: what.join('; ') }),
    link: '/coop/settings?tab=integrations',
  })
}
