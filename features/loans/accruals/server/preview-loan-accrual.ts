import type { previewLoanAccrual as contract } from '#features/loans/accruals/contract.ts'
import type { PageOf, Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { type Day, dayIn, dayText } from '#core/calendar.ts'
import { journalSums } from '#features/accounting/books/rules/journal.ts'
import { kobo } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { fileFormatOf } from '#core/file-format.ts'
import { findApprovalRules } from '#features/access/approvals/server/queries.ts'

import { pageLines } from '#features/savings/interest/server/page-lines.ts'
import type { FileDraft } from '#platform/files/file-draft.ts'
import { approvalsNeeded } from '#features/savings/transactions/rules/movement-approvals.ts'
import { draftAccrual } from './draft-accrual.ts'
import { findBooked, findMonthEnds } from './queries.ts'
import { calculateAccrual } from './calculate-accrual.ts'

/** What an accrual at a month end would be now. Refuses: accrual_day_wrong, chart_account_missing. */
export async function previewLoanAccrual(
  tx: Tx,
  _actor: TenantActor,
  { on, format: asked, ...list }: Parsed<typeof contract> & { page: number; limit: number },
  { now }: Context,
): Promise<PageOf<Replied<typeof contract>> | FileDraft> {
  await refuseDay(tx, on, dayIn(now))
  const { lines, totals, journal, payable, deposits } = await calculateAccrual(tx, on)
  const format = fileFormatOf(asked)
  if (format) return draftAccrual(tx, lines, { format, on, now })
  const [before, rules] = [await findBooked(tx, on), await findApprovalRules(tx)]
  const { receivable, inAdvance, suspended } = totals
  const income = kobo(receivable - inAdvance - before.receivable + before.inAdvance)
  const summary = {
    on,
    loans: lines.length,
    receivable,
    inAdvance,
    suspended,
    deposits: deposits.length,
    payable,
    before: { receivable: before.receivable, inAdvance: before.inAdvance, payable: before.payable },
    income,
    expense: kobo(payable - before.payable),
    approvals: approvalsNeeded(rules, 'journal', journalSums(journal).debit),
  }
  return { ...pageLines(lines, 'receivable', list), summary }
}

/** Refuses: accrual_day_wrong, with the newest day that can be posted. */
export async function refuseDay(tx: Tx, on: Day, today: Day): Promise<void> {
  const ends = await findMonthEnds(tx, today)
  if (!ends.includes(on)) refuse('accrual_day_wrong', { field: 'on', newest: ends[0] && dayText(ends[0]) })
}
