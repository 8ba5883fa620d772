import type { Replied } from '#core/contract/endpoint.ts'
import { addMonths, firstDayOf, lastDayOf, periodOf } from '#core/calendar.ts'
import * as contract from '#features/members/history/contract.ts'
import { monthEnds } from '#features/members/members/rules/month-ends.ts'
import { refuseUnknownMember } from '#features/members/members/server/reads.ts'
import { action } from '#platform/action.ts'
import { pageOf } from '#platform/db/page-of.ts'
import { sql } from '#platform/db/sql.ts'

const months = 12

/** Refuses: not_found, also to a fellow member. */
export const getMemberBalances = action(contract.getMemberBalances, async ({ tx, today }, { memberId }) => {
  await refuseUnknownMember(tx, memberId)
  const last = periodOf(today)
  const periods = Array.from({ length: months }, (_, index) => addMonths(last, index + 1 - months))
  const moved = await tx.many<Parameters<typeof monthEnds>[1][number]>(sql`
    select to_char(l.effective_on, 'YYYY-MM') as period, t.kind = 'shares' as "isShares", sum(l.credit - l.debit)::bigint as amount
    from ledger.member_lines(${memberId}, ${firstDayOf(periods[0] ?? last)}::date, ${lastDayOf(last)}::date) l
    join ledger.account a on a.account_id = l.account_id join app.account_type t on t.account_type_id = a.account_type_id
    where t.kind in ('savings', 'shares') group by 1, 2`)
  return monthEnds(periods, moved)
})

/** Refuses: not_found. */
export const listMemberEvents = pageOf(contract.listMemberEvents, {
  select: sql`event_id as id, at, actor_name as by, role, action`,
  from: sql`audit.event`,
  where: { memberId: (id) => sql`subject_id = ${id}` },
  search: () => sql`true`,
  sorts: { at: [sql`at`, sql`event_id`] },
  order: '-at',
  last: sql`event_id`,
  besides: ({ tx, input }) => refuseUnknownMember(tx, input.memberId),
  row: (row: Omit<Replied<typeof contract.listMemberEvents>, 'says'>, _besides, { context }) => ({
    ...row,
    says: context.eventWords.sentence(row.action),
  }),
})
