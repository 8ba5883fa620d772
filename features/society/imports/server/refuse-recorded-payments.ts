import type { NewMember } from '#features/members/members/member-changes.ts'
import { dayIn, periodName, periodOf } from '#core/calendar.ts'
import { refusal, refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { ContributionRow } from './check-contribution-rows.ts'
import type { CheckedRow } from './check-member-rows.ts'
import { findVoucherWith, type Import } from './queries.ts'

const fileRecordedBefore = refusal(
  'file_recorded_before',
  409,
  '{voucher} has {payments} for {month} already. Record them again only if they are other payments.',
)

/** As many as help to find them. */
const rowsNamed = 5

/**
 * Asks whether the payments of a file are others than those that an earlier file brought for its month, whatever the day, or
 * that are recorded for its day. Refuses: file_recorded_before, for the voucher that has most of them.
 */
export async function refuseRecordedPayments(
  tx: Tx,
  found: Import,
  checked: readonly CheckedRow<NewMember | ContributionRow>[],
  { now }: Context,
): Promise<void> {
  if (found.anotherPayment) return
  const occurredOn = found.occurredOn ?? dayIn(now)
  const period = found.period ?? periodOf(occurredOn)
  const rows = checked.flatMap(({ row: { number, skipped }, value }) =>
    !skipped && value && 'amount' in value ? { number, value } : [],
  )
  if (rows.length === 0) return
  const payments = rows.map(({ number, value: { memberId, amount, accountTypeId } }) => ({
    number,
    memberId,
    amount,
    accountTypeId: accountTypeId ?? null,
  }))
  const before = await findVoucherWith(tx, payments, { period, occurredOn })
  if (!before) return
  const { entryNumber, fileName, numbers } = before
  refuse(
    fileRecordedBefore({
      field: 'anotherPayment',
      voucher: `Voucher ${entryNumber}${fileName === null ? '' : ` (${fileName})`}`,
      payments: paymentsOf(numbers, rows.length),
      month: periodName(period),
    }),
  )
}

function paymentsOf(numbers: readonly number[], all: number): string {
  if (numbers.length === all) return all === 1 ? 'the payment of this file' : `all ${all} payments of this file`
  const named = numbers.slice(0, rowsNamed).join(', ') + (numbers.length > rowsNamed ? ' …' : '')
  return `${numbers.length} of the ${all} payments of this file (${numbers.length === 1 ? 'row' : 'rows'} ${named})`
}
