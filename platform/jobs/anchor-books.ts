import { addDays, type Day, dayIn, dayText } from '#core/calendar.ts'
import type { CooperativeId } from '#core/ids.ts'
import type { Services } from '#platform/context.ts'
import { queueMessages } from '#platform/db/messages.ts'
import { sql } from '#platform/db/sql.ts'
import { type Anchor, anchorHash, anchorKey, fingerprintOf, type Head, writeAnchor } from '#platform/ledger/anchor.ts'
import { inTurn } from './in-turn.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** Days between two e-mails to one cooperative: each day would be a flood, and a week is short enough to notice. */
const mailDays = 7

type HeadRow = {
  id: CooperativeId
  coopId: string
  lastEntry: bigint
  hash: string
  lastSeal: bigint
  sealHash: string
  mailedOn: Day | null
}

/**
 * Once a day: signs how the books of all cooperatives end, stores that outside the database, and mails the officers of each
 * cooperative their own line once a week. The row is written last, so that a day is done only when its file is durable; a
 * second file of the same day, which a crash between the two leaves, is as true as the first.
 */
export async function anchorBooks(
  services: Pick<Services, 'database' | 'secret' | 'anchorTarget' | 'messagesWaiting'>,
  now = new Date(),
): Promise<void> {
  const { database, anchorTarget } = services
  const day = dayIn(now)
  const [last, rows] = await database.jobs((tx) =>
    Promise.all([
      tx.maybe<{ day: Day; hash: string }>(
        sql`select day, encode(hash, 'hex') as hash from platform.anchor order by day desc limit 1`,
      ),
      tx.many<HeadRow>(sql`
        select c.cooperative_id as id, c.coop_id, h.last_no as "lastEntry", encode(h.hash, 'hex') as hash,
          coalesce(s.last_number, 0) as "lastSeal", coalesce(encode(s.hash, 'hex'), repeat('0', 64)) as "sealHash", c.anchor_mailed_on as "mailedOn"
        from app.cooperative c join ledger.head h using (cooperative_id) left join audit.seal_head s using (cooperative_id)
        order by c.coop_id collate "C"`),
    ]),
  )
  if (last && last.day >= day) return
  const heads = rows.map(({ mailedOn: _, lastEntry, lastSeal, ...head }): Head => ({
    ...head,
    lastEntry: Number(lastEntry),
    lastSeal: Number(lastSeal),
  }))
  const content: Anchor = { day, previous: last?.hash ?? null, cooperatives: heads }
  const key = anchorKey(services.secret)
  const file = `anchors/${day}-${anchorHash(content).slice(0, 12)}.json`
  const written = writeAnchor(content, key)
  await anchorTarget.put(file, written)
  if (!(await anchorTarget.get(file))?.equals(written)) throw new Error(`The anchor ${file} is not what was written.`)
  await database.jobs((tx) =>
    tx.run(
      sql`insert into platform.anchor (day, hash, file, key) values (${day}, ${Buffer.from(anchorHash(content), 'hex')}, ${file}, ${fingerprintOf(key)})`,
    ),
  )
  const due = rows.filter(
    ({ lastEntry, mailedOn }) => lastEntry > 0n && (mailedOn === null || mailedOn <= addDays(day, -mailDays)),
  )
  await inTurn('cooperatives', due, (row) => tellOfAnchor(services, row, day, fingerprintOf(key)))
}

/** To the cooperative and to its admins and auditors, as far as they have an address. */
async function tellOfAnchor(
  { database, messagesWaiting }: Pick<Services, 'database' | 'messagesWaiting'>,
  { id, coopId, lastEntry, hash }: HeadRow,
  day: Day,
  fingerprint: string,
): Promise<void> {
  const text = fill(strings.howBooksEnded, {
    day: dayText(day),
    coopId,
    lastEntry: String(lastEntry),
    hash,
    fingerprint,
  })
  await database.tenant({ cooperativeId: id, role: 'job' }, async (tx) => {
    await tx.run(sql`update app.cooperative set anchor_mailed_on = ${day} where cooperative_id = ${id}`)
    const recipients = await tx.many<{ email: string }>(sql`
      select distinct lower(p.email) as email from (
        select c.email from app.cooperative c where c.deleted_at is null
        union all
        select m.email from app.member m where m.removed_at is null and m.status = 'active'
          and ('admin' = any(m.roles) or 'auditor' = any(m.roles) and m.office_ends_on >= ${day}::date)) p
      where p.email <> ''`)
    const messages = recipients.map(({ email }) => ({
      kind: 'notice' as const,
      channel: 'email' as const,
      to: email,
      subject: fill(strings.howBooksEndedSubject, { coopId, day: dayText(day) }),
      text,
    }))
    await queueMessages(tx, id, messages, messagesWaiting)
  })
}
