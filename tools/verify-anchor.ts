import type pg from 'pg'
import { dayText } from '#core/calendar.ts'
import { type Anchor, UnusableAnchor } from '#platform/ledger/anchor.ts'

/** An anchor whose signature holds; `expected` is the fingerprint that its key must have where it is not this database's own. */
export type GivenAnchor = { anchor: Anchor; fingerprint: string; expected?: string | undefined }

type Found = { entry: string | null; seal: string | null }

/**
 * Whether what the anchor names is still in the database. The entries up to it need no look of their own: each hash covers
 * the one before, which the proof of the books computes again. Throws UnusableAnchor where another key signed it.
 */
export async function verifyAnchor(
  client: pg.Client,
  { anchor, fingerprint, expected }: GivenAnchor,
  say: (line: string) => void,
  coopId: string | undefined,
): Promise<boolean> {
  const on = dayText(anchor.day)
  say(`The anchor of ${on}, signed with the key ${fingerprint}`)
  await checkKey(client, fingerprint, expected)
  const heads = anchor.cooperatives.filter((head) => coopId === undefined || head.coopId === coopId)
  if (coopId !== undefined && heads.length === 0) {
    say(`  WRONG  The anchor has no line of ${coopId}.`)
    return false
  }
  const { rows } = await client.query<Found>(
    `select encode(e.hash, 'hex') as entry, encode(s.hash, 'hex') as seal
     from unnest($1::uuid[], $2::bigint[], $3::bigint[]) with ordinality a(id, entry_no, seal_no, place)
     left join ledger.entry e on e.cooperative_id = a.id and e.entry_no = a.entry_no
     left join audit.seal s on s.cooperative_id = a.id and s.number = a.seal_no
     order by a.place`,
    [heads.map(({ id }) => id), heads.map(({ lastEntry }) => lastEntry), heads.map(({ lastSeal }) => lastSeal)],
  )
  const wrong = heads.flatMap((head, place) => [
    ...differences(
      `${head.coopId}: entry No. ${head.lastEntry}`,
      'entry',
      head.lastEntry,
      head.hash,
      rows[place]?.entry,
    ),
    ...differences(
      `${head.coopId}: event No. ${head.lastSeal} of the audit trail`,
      'event',
      head.lastSeal,
      head.sealHash,
      rows[place]?.seal,
    ),
  ])
  for (const sentence of wrong) say(`  WRONG  ${sentence}`)
  if (wrong.length === 0) say(`  holds  ${heads.length} of ${anchor.cooperatives.length} cooperatives`)
  return wrong.length === 0
}

function differences(
  what: string,
  one: 'entry' | 'event',
  number: number,
  hash: string,
  found: string | null | undefined,
): string[] {
  if (number === 0 || found === hash) return []
  return found
    ? [
        `${what} is not the one of the anchor: it or an ${one} before it was changed, and the hashes were computed again.`,
      ]
    : [`${what} is missing: the database is older than the anchor, or its last ones were removed.`]
}

async function checkKey(client: pg.Client, fingerprint: string, expected: string | undefined): Promise<void> {
  if (expected !== undefined) {
    if (expected.toLowerCase() === fingerprint) return
    throw new UnusableAnchor(`The anchor is not signed with the key ${expected}.`)
  }
  const own = await keyHere(client)
  if (own === fingerprint) return
  throw new UnusableAnchor(
    `This database ${own ? `signs with the key ${own}` : 'has no anchor of its own'}. Where an e-mail of Ajose names the anchor's key, say so: --key ${fingerprint}`,
  )
}

/** Undefined too where a state from before the first anchor was put back, whose tables may be older than anchors are. */
async function keyHere(client: pg.Client): Promise<string | undefined> {
  const { rows: tables } = await client.query("select where to_regclass('platform.anchor') is not null")
  if (tables.length === 0) return undefined
  const { rows } = await client.query<{ key: string }>('select key from platform.anchor order by day desc limit 1')
  return rows[0]?.key
}
