import type { Replied } from '#core/contract/endpoint.ts'
import type { getImport as contract } from '#features/society/imports/contract.ts'
import { periodName } from '#core/calendar.ts'
import { moneyText, zeroKobo } from '#core/money.ts'
import { byPayroll } from '#features/society/imports/rules/by-payroll.ts'
import { type Refusal, refusal } from '#core/refusal.ts'

const fileRecordedBefore = refusal(
  'file_recorded_before',
  409,
  '{members} of this file {have} paid {paid} for {month} already{voucher}{deducted}. Choose whether to record only what is more, or all of it as other payments.',
)

/** That an officer has still to say what is recorded of members who have paid for the month already. */
export function whyRecordedBefore({ paidBefore, period }: Replied<typeof contract>): Refusal {
  const { payments = 0, paid, voucher = null, fileName, deducted = zeroKobo, deductedBy = [] } = paidBefore ?? {}
  const named = voucher === null ? '' : ` (see voucher ${voucher}${fileName ? `, ${fileName}` : ''})`
  return fileRecordedBefore({
    field: 'records',
    members: payments === 1 ? '1 member' : `${payments} members`,
    have: payments === 1 ? 'has' : 'have',
    paid: paid === undefined ? '' : moneyText(paid),
    month: period === null ? 'the month' : periodName(period),
    voucher: named,
    deducted: byPayroll(deducted, deductedBy),
  })
}
