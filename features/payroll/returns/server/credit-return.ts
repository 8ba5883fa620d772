import type { Author } from '#core/actor.ts'
import { type Day, lastDayOf } from '#core/calendar.ts'
import { contributionDescription } from '#features/savings/contributions/rules/contribution.ts'
import { withoutLoans } from '#features/payroll/returns/rules/allocation.ts'
import { unallocatedCode } from '#features/payroll/returns/rules/allocation.ts'
import type { Component } from '#features/payroll/employers/rules/words.ts'
import type { AccountId, EntryId, ReturnId, ScheduleId } from '#core/ids.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import {
  type DeductedRepayment,
  type DeductionDays,
  saveDeductedRepayments,
  postingsOf,
  shareDeductions,
} from '#features/loans/loans/server/share-deductions.ts'
import { openCreditedAccounts } from '#features/savings/transactions/server/open-credited-accounts.ts'
import { findPaidType } from '#features/savings/transactions/server/reads.ts'
import { ensureMemberAccounts, type Posted, postSelected } from '#platform/ledger/ledger.ts'
import {
  findLoanLines,
  findMissingAccounts,
  findUncreditable,
  findVoucherAccounts,
  type Return,
  type VoucherAccounts,
} from './reads.ts'
import { findSchedule, findSettings, type ScheduleFacts } from '#features/payroll/schedules/server/reads.ts'
import {
  findSavedMonths,
  holdPartsOfFormer,
  insertVoucherTransactions,
  type OwedLine,
  overMany,
  updateAmounts,
  voucherLines,
} from './writes.ts'

const memberUncreditable = refusal('deduction_member_left', 409, '{name} {why}. Hold or refuse that line.')

/** What the vouchers of a schedule's returns are written with, dated on this day. */
export type CreditPlan = {
  on: Day
  schedule: ScheduleFacts
  accounts: VoucherAccounts
  allocationOrder: readonly Component[]
}

/** Whether these returns of a schedule can be credited on that day, and with what. Refuses: deduction_member_left, account_type_not_found. */
export async function planCredit(
  tx: Tx,
  { scheduleId, returnIds, on }: { scheduleId: ScheduleId; returnIds: readonly ReturnId[]; on: Day },
): Promise<CreditPlan> {
  const uncreditable = await overMany(tx, () => findUncreditable(tx, returnIds, on))
  if (uncreditable) refuse(memberUncreditable(uncreditable))
  const schedule = await findSchedule(tx, scheduleId)
  const { levyCode, allocationOrder } = await findSettings(tx)
  const accounts = await findVoucherAccounts(tx, levyCode, unallocatedCode)
  if (accounts.shares === null && schedule.shares > 0n) refuse('account_type_not_found', { field: 'shares' })
  return { on, schedule, accounts, allocationOrder }
}

/**
 * Posts a return as one voucher: what the employer owes against each member's loans, savings and shares, the levy, and what
 * is held. A loan counts as repaid on the day of the deduction, also where the employer pays later.
 * Refuses what `postSelected` refuses.
 */
export async function creditReturn(
  tx: Tx,
  actor: Author,
  found: Return,
  { on, schedule, accounts, allocationOrder }: CreditPlan,
  requestId: string,
): Promise<Posted> {
  const days: DeductionDays = { on: found.occurredOn, dueBy: lastDayOf(schedule.period) }
  const owed = await openOwedAccounts(tx, actor, await holdPartsOfFormer(tx, found), accounts)
  const repaid = await repayLoans(tx, found, allocationOrder, days)
  const missing = await overMany(tx, () => findMissingAccounts(tx, found.id, accounts))
  await ensureMemberAccounts(tx, actor.cooperativeId, missing)
  const entryId = newId<EntryId>()
  const head = {
    id: entryId,
    on,
    kind: 'deduction' as const,
    source: { type: 'deduction_return', id: found.id },
    actorId: actor.loginId,
    requestId,
  }
  const lines = voucherLines(
    found.id,
    { ...accounts, receivable: schedule.receivableId },
    await postingsOf(tx, repaid, schedule.receivableId),
    owed,
  )
  const posted = await overMany(tx, () => postSelected(tx, actor.cooperativeId, head, lines))
  await saveDeductedRepayments(tx, actor, repaid, posted, { ...days, returnId: found.id })
  const months = (await findSavedMonths(tx, found.id)).map((period) => ({
    period,
    description: contributionDescription(period),
  }))
  await overMany(tx, () =>
    insertVoucherTransactions(tx, actor, entryId, {
      returnId: found.id,
      number: posted.number,
      on,
      months,
      shares: `Shares for ${schedule.period}`,
      owed: `Deducted for ${schedule.period} after the membership ended`,
    }),
  )
  return posted
}

/** Where what was deducted of those who have left or died is owed to them. */
async function openOwedAccounts(
  tx: Tx,
  { cooperativeId }: Author,
  lines: readonly OwedLine[],
  { savings }: VoucherAccounts,
): Promise<{ number: number; accountId: AccountId }[]> {
  if (lines.length === 0) return []
  const type = await findPaidType(tx, savings)
  const credited = lines.map((line) => ({ ...line, type }))
  const accountOf = await openCreditedAccounts(
    tx,
    cooperativeId,
    credited.map(({ memberId }) => ({ memberId, type })),
  )
  return credited.map(({ number, memberId }) => ({ number, accountId: accountOf({ memberId, type }) }))
}

/** Shares each line's part for loans; what they no longer owe becomes the member's otherwise, on the line and in what was deducted of them. */
async function repayLoans(
  tx: Tx,
  found: Return,
  order: readonly Component[],
  days: DeductionDays,
): Promise<DeductedRepayment[]> {
  const lines = await findLoanLines(tx, found)
  const { repaid, left } = await shareDeductions(
    tx,
    lines.map(({ number, memberId, amounts }) => ({ number, memberId, amount: amounts.loans })),
    days,
  )
  const changed = lines.flatMap(({ number, memberId, amounts, due }) => {
    const unused = left.get(number)
    return unused === undefined ? [] : [{ number, memberId, amounts: withoutLoans(amounts, unused, due, order) }]
  })
  if (changed.length > 0) await updateAmounts(tx, found, changed)
  return repaid
}
