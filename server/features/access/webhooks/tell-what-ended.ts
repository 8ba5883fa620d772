import { fill } from '#domain/fill.ts'
import type { CooperativeId, MemberId } from '#domain/ids.ts'
import { sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/tx.ts'
import { notifyOfficers } from '#server/features/access/notifications/notify-officers.ts'
import * as strings from './strings.ts'

/** Tells the officers what of a member's making ended with their office in this transaction, if anything did. */
export async function tellWhatEnded(tx: Tx, memberId: MemberId): Promise<void> {
  const { cooperativeId, name, urls, keys } = await tx.one<{
    cooperativeId: CooperativeId
    name: string
    urls: string[]
    keys: string[]
  }>(sql`
    select m.cooperative_id as "cooperativeId", m.first_name || ' ' || m.last_name as name,
      array(select w.url from app.webhook w where w.made_by_member = m.member_id and w.office_ended_at = now() order by w.url) as urls,
      array(select k.name from app.api_key k where k.made_by_member = m.member_id and k.revoked_at = now() order by k.name) as keys
    from app.member m where m.member_id = ${memberId}`)
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
