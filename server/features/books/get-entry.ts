import type { getEntry as contract } from '#contract/books.ts'
import type { PageOf, Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import type { EntryId } from '#domain/ids.ts'
import type { Kobo } from '#domain/money.ts'
import { refuse } from '#domain/refusal.ts'
import { sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/tx.ts'
import { entryFacts } from './queries.ts'

type Line = Replied<typeof contract>
type Row = {
  number: number
  description: string
  sourceType: string
  importId: string | null
  transactions: number
  by: string | null
  reason: string | null
  hash: Buffer
  previousHash: Buffer
  total: Kobo
  lines: number
}

/** One voucher with its postings in their order. Refuses: not_found. */
export async function getEntry(tx: Tx, _actor: TenantActor, { entryId, page, limit }: Parsed<typeof contract> & { page: number; limit: number }): Promise<PageOf<Line>> {
  const [found, lines] = await Promise.all([findHead(tx, entryId), findLines(tx, entryId, page, limit)])
  if (!found) return refuse('not_found')
  const { sourceType, importId, transactions, hash, previousHash, lines: total, ...head } = found
  const summary = {
    entryId,
    ...head,
    source: { type: sourceType, transactions, importId },
    hash: hash.toString('hex'),
    previousHash: previousHash.toString('hex'),
  }
  return { rows: lines, total, summary }
}

/** Who made it is known from the audit line of the same request; what a job posted has its own name there too. */
async function findHead(tx: Tx, entryId: EntryId): Promise<Row | undefined> {
  return tx.maybe<Row>(sql`
    select f.*, e.created_at as "createdAt", e.source_type as "sourceType", e.hash, e.prev_hash as "previousHash", p.total, p.lines, t.transactions,
      (select i.import_id from app.import i where i.entry_no = e.entry_no and i.kind = 'contributions' limit 1) as "importId",
      coalesce(
        (select a.actor_name from audit.event a
         where a.at between e.created_at - interval '1 minute' and e.created_at + interval '1 minute' and a.request_id = e.request_id and a.login_id = e.actor_id limit 1),
        d.decided_by_name, t.recorded_by_name) as by,
      coalesce(d.reason, (select y.reason from app.year_closing y where y.reversal_id = e.entry_id)) as reason
    from ledger.entry e
    cross join lateral (${entryFacts(sql`e.entry_id`)}) f
    cross join lateral (select sum(p.amount)::bigint as total, count(*)::int as lines from ledger.posting p where p.entry_id = e.entry_id) p
    cross join lateral (
      select count(*)::int as transactions, min(x.recorded_by_name) as recorded_by_name from app.transaction x where x.entry_id = coalesce(e.reverses_id, e.entry_id)) t
    left join lateral (select d.decided_by_name, d.reason from app.transaction_decision d where d.entry_id = e.entry_id limit 1) d on true
    where e.entry_id = ${entryId}`)
}

async function findLines(tx: Tx, entryId: EntryId, page: number, limit: number): Promise<Line[]> {
  const side = (account: 'd' | 'c') =>
    account === 'd'
      ? sql`jsonb_build_object('accountId', d.account_id, 'code', d.code, 'name', d.name, 'memberId', d.member_id, 'memberName', dm.first_name || ' ' || dm.last_name) as debit`
      : sql`jsonb_build_object('accountId', c.account_id, 'code', c.code, 'name', c.name, 'memberId', c.member_id, 'memberName', cm.first_name || ' ' || cm.last_name) as credit`
  return tx.many<Line>(sql`
    select p.line::int as line, p.amount, ${side('d')}, ${side('c')}, t.transaction_id as "transactionId"
    from (select * from ledger.posting p where p.entry_id = ${entryId} order by p.line limit ${limit} offset ${(page - 1) * limit}) p
    join ledger.entry e on e.entry_id = p.entry_id
    join ledger.account d on d.account_id = p.debit_id left join app.member dm on dm.member_id = d.member_id
    join ledger.account c on c.account_id = p.credit_id left join app.member cm on cm.member_id = c.member_id
    left join lateral (select x.transaction_id from app.transaction x where x.entry_id = coalesce(e.reverses_id, e.entry_id) and x.line = p.line limit 1) t on true
    order by p.line`)
}
