import type { LoginId, SessionId } from '#core/ids.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { PushJob, Subscription } from './writes.ts'

export async function isSubscribed(tx: Tx, sessionId: SessionId): Promise<boolean> {
  const found = await tx.maybe(sql`select session_id from platform.push_subscription where session_id = ${sessionId}`)
  return found !== undefined
}

type Told = Subscription & {
  /** One person, or one session of a shared login. */
  owner: LoginId | SessionId
  title: string | null
  text: string | null
  link: string | null
}

/** Whom a push reaches while its session has not ended, and what its notification says, if it is still there. */
export async function findTold(tx: Tx, { session, id }: PushJob, now: Date): Promise<Told | undefined> {
  return tx.maybe<Told>(sql`
    select p.endpoint, p.p256dh, p.auth, case when s.member_id is null then s.session_id else s.login_id end as owner,
      c.name as title, n.message as text, n.link
    from platform.push_subscription p join platform.session s on s.session_id = p.session_id
    left join app.cooperative c on c.cooperative_id = s.cooperative_id
    left join lateral (
      select m.message, m.link from app.notification m
      where s.role = 'member' and m.cooperative_id = s.cooperative_id and m.member_id = s.member_id and m.notification_id = ${id}
      union all
      select o.message, o.link from app.officer_notification o
      where s.role = 'coop_admin' and o.cooperative_id = s.cooperative_id and o.notification_id = ${id}) n on true
    where p.session_id = ${session} and s.ended_at is null and s.expires_at > ${now} and s.refresh_expires_at > ${now}`)
}
