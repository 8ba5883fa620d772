import type { TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import { foldQuery } from '#core/searching.ts'
import { type ApprovedKind, decidingPermission } from '#features/access/approvals/rules/approvals.ts'
import { approvalOf, type ApprovalRow, waitingApprovals, waitingRows } from '#features/access/approvals/server/reads.ts'
import * as contract from '#features/access/pending-approvals/contract.ts'
import { action } from '#platform/action.ts'
import { mentions } from '#platform/db/mentions.ts'
import { allOf, containing, sql, type Statement } from '#platform/db/sql.ts'

type Row = Replied<typeof contract.listApprovals>

const orders: Record<string, Statement> = {
  askedAt: sql`asked_at, subject_id`,
  '-askedAt': sql`asked_at desc, subject_id`,
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
    asked (subject_id, kind, ids, member_id, account, amount, occurred_on, description, asked_by, asked_at, required, accepted, is_ready) as (${waitingRows(actor, today)})`

/** Of `asked` w and its `state` s: nothing else comes first, and this officer may approve it. */
const isMine = sql`w.is_ready and s.is_open`

/** The subjects that this officer may approve now, as rows of subject_id and kind: those that `listApprovals` shows of `mine`. */
export function approvalsOfMine(actor: TenantActor, today: Day): Statement {
  return sql`with ${whatWaits(actor, today)} select w.subject_id, w.kind from asked w join state s using (subject_id) where ${isMine}`
}

/** What waits, with who has approved it; `mine` keeps what this officer may approve now. */
export const listApprovals = action(
  contract.listApprovals,
  async ({ tx, actor, today }, { kind, mine, q, sort = 'askedAt', page, limit }) => {
    const wanted = allOf([
      ...(kind ? [sql`w.kind = ${kind}`] : []),
      ...(mine ? [sql`w.is_open = ${mine === 'true'}`] : []),
      ...(q ? [sql`(w.search_text like ${containing(foldQuery(q))} or ${mentions(sql`w.asked_by`, q)})`] : []),
    ])
    const waiting = sql`
    with ${whatWaits(actor, today)},
    waiting as (
      select w.*, m.first_name || ' ' || m.last_name as member_name, m.search_text,
        ${isMine} as is_open, s.kind as approved_kind, s.asked, s.is_maker, s.maker_left, s.given
      from asked w join state s using (subject_id) left join app.member m using (member_id))`
    const [rows, { total, open }] = await Promise.all([
      tx.many<
        Omit<Row, 'approvals' | 'guarantors' | 'needs' | Ids> & { ids: Partial<Pick<Row, Ids>> } & Pick<
            ApprovalRow,
            'subjectId' | 'asked' | 'isMaker' | 'makerLeft' | 'given' | 'isOpen'
          > & { approvedKind: ApprovedKind; required: number | null; accepted: number | null }
      >(sql`
      ${waiting} select w.kind, w.ids, w.member_id, w.member_name, w.account, w.amount,
        w.occurred_on, w.description, w.asked_by, w.asked_at, w.subject_id, w.approved_kind, w.asked, w.is_maker, w.maker_left, w.given, w.is_open, w.required, w.accepted
      from waiting w where ${wanted} order by ${orders[sort] ?? sql`asked_at, subject_id`} limit ${limit} offset ${(page - 1) * limit}`),
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
  },
)
