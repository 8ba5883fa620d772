import type { PageOf, Parsed, Replied } from '#core/contract/endpoint.ts'
import type { listApprovals as contract } from '#features/access/pending-approvals/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { type ApprovedKind, decidingPermission } from '#features/access/approvals/rules/approvals.ts'
import { type Day, dayIn } from '#core/calendar.ts'
import { foldQuery } from '#core/searching.ts'
import type { Context } from '#platform/context.ts'
import { mentions } from '#platform/db/mentions.ts'
import { allOf, containing, sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import {
  approvalOf,
  type ApprovalRow,
  waitingApprovals,
  waitingRows,
} from '#features/access/approvals/server/queries.ts'

type Row = Replied<typeof contract>

const orders: Record<string, Statement> = {
  askedAt: sql`"askedAt", subject_id`,
  '-askedAt': sql`"askedAt" desc, subject_id`,
  amount: sql`amount nulls last, subject_id`,
  '-amount': sql`amount desc nulls last, subject_id`,
}

const noIds = {
  transactionId: null,
  reversalId: null,
  writeOffId: null,
  loanId: null,
  leavingId: null,
  changeRequestId: null,
  opensToAsker: false,
}

type Ids = keyof typeof noIds

/** What waits (`asked`) and how far each has come (`state`), for a WITH. */
const whatWaits = (actor: TenantActor, today: Day): Statement => sql`
    state as (${waitingApprovals(actor)}),
    asked (subject_id, kind, ids, member_id, account, amount, occurred_on, description, "askedBy", "askedAt", required, accepted, is_ready) as (${waitingRows(actor, today)})`

/** Of `asked` w and its `state` s: nothing else comes first, and this officer may approve it. */
const isMine = sql`w.is_ready and s.is_open`

/** The subjects that this officer may approve now, as rows of subject_id and kind: those that `listApprovals` shows of `mine`. */
export function approvalsOfMine(actor: TenantActor, today: Day): Statement {
  return sql`with ${whatWaits(actor, today)} select w.subject_id, w.kind from asked w join state s using (subject_id) where ${isMine}`
}

/** What waits, with who has approved it; `mine` keeps what this officer may approve now. */
export async function listApprovals(
  tx: Tx,
  actor: TenantActor,
  { kind, mine, q, sort = 'askedAt', page, limit }: Parsed<typeof contract> & { page: number; limit: number },
  { now }: Pick<Context, 'now'>,
): Promise<PageOf<Row>> {
  const wanted = allOf([
    ...(kind ? [sql`w.kind = ${kind}`] : []),
    ...(mine ? [sql`w.is_open = ${mine === 'true'}`] : []),
    ...(q ? [sql`(w.search_text like ${containing(foldQuery(q))} or ${mentions(sql`w."askedBy"`, q)})`] : []),
  ])
  const waiting = sql`
    with ${whatWaits(actor, dayIn(now))},
    waiting as (
      select w.*, m.first_name || ' ' || m.last_name as "memberName", m.search_text,
        ${isMine} as is_open, s.kind as approved_kind, s.asked, s.is_maker, s.maker_left, s.given
      from asked w join state s using (subject_id) left join app.member m using (member_id))`
  const [rows, { total, open }] = await Promise.all([
    tx.many<
      Omit<Row, 'approvals' | 'guarantors' | 'needs' | Ids> & { ids: Partial<Pick<Row, Ids>> } & Pick<
          ApprovalRow,
          'subjectId' | 'asked' | 'isMaker' | 'makerLeft' | 'given' | 'isOpen'
        > & { approvedKind: ApprovedKind; required: number | null; accepted: number | null }
    >(sql`
      ${waiting} select w.kind, w.ids, w.member_id, w."memberName", w.account, w.amount,
        w.occurred_on, w.description, w."askedBy", w."askedAt", w.subject_id, w.approved_kind, w.asked, w.is_maker, w.maker_left, w.given, w.is_open, w.required, w.accepted
      from waiting w where ${wanted} order by ${orders[sort] ?? sql`"askedAt", subject_id`} limit ${limit} offset ${(page - 1) * limit}`),
    tx.one<{ total: number; open: number }>(
      sql`${waiting} select count(*) filter (where ${wanted})::int as total, count(*) filter (where w.is_open)::int as open from waiting w`,
    ),
  ])
  return {
    rows: rows.map(({ ids, required, accepted, ...row }) => ({
      ...noIds,
      ...ids,
      ...row,
      needs: decidingPermission[row.approvedKind],
      approvals: approvalOf(row),
      guarantors: required === null ? null : { required, accepted: accepted ?? 0 },
    })),
    total,
    summary: { mine: open },
  }
}
