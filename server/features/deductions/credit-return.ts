import type { TenantActor } from '#domain/actor.ts'
import { type Day, periodName } from '#domain/calendar.ts'
import { contributionDescription } from '#domain/contributions/contribution.ts'
import { unallocatedCode } from '#domain/deductions/component.ts'
import type { EntryId } from '#domain/ids.ts'
import { refuse } from '#domain/refusal.ts'
import { newId } from '#server/db/id.ts'
import type { Tx } from '#server/db/tx.ts'
import { ensureMemberAccounts, type Posted, postSelected } from '#server/ledger/ledger.ts'
import { findMissingAccounts, findReturn, findSchedule, findSettings, findUncreditable, findVoucherAccounts, type Return } from './queries.ts'
import { insertCreditNotices, insertVoucherTransactions, markCredited, markPosted, voucherLines } from './store.ts'

/**
 * Posts a return as one voucher: what the employer owes against each member's savings and shares, the levy, and what is
 * held. Refuses: deduction_member_left, account_type_not_found, and what `postSelected` refuses.
 */
export async function creditReturn(tx: Tx, actor: TenantActor, found: Return, { on, requestId }: { on: Day; requestId: string }): Promise<Posted> {
  const uncreditable = await findUncreditable(tx, found.id, on)
  if (uncreditable) refuse('deduction_member_left', uncreditable)
  const schedule = await findSchedule(tx, found.scheduleId)
  const { levyCode } = await findSettings(tx)
  const accounts = await findVoucherAccounts(tx, levyCode, unallocatedCode)
  const missing = await findMissingAccounts(tx, found.id, accounts)
  if (accounts.shares === null && schedule.shares > 0n) refuse('account_type_not_found', { field: 'shares' })

  // From here on the voucher must succeed.
  await ensureMemberAccounts(tx, actor.cooperativeId, missing)
  const entryId = newId<EntryId>()
  const head = { id: entryId, on, kind: 'deduction' as const, source: { type: 'deduction_return', id: found.id }, actorId: actor.loginId, requestId }
  const posted = await postSelected(tx, actor.cooperativeId, head, voucherLines(found.id, { ...accounts, receivable: schedule.receivableId }))
  const month = periodName(schedule.period)
  const descriptions = { savings: contributionDescription(schedule.period), shares: `Shares for ${schedule.period}` }
  await insertVoucherTransactions(tx, actor, entryId, { number: posted.number, on, period: schedule.period, descriptions })
  await insertCreditNotices(tx, actor.cooperativeId, entryId, month)
  return posted
}

/** Credits what was taken as true earlier, now that the employer has paid. */
export async function creditPaidReturn(tx: Tx, actor: TenantActor, found: Return, given: { on: Day; requestId: string }): Promise<void> {
  const posted = await creditReturn(tx, actor, await findReturn(tx, found.id, { locked: true }), given)
  await markCredited(tx, found.id)
  await markPosted(tx, found.id, posted)
}
