import type { Replied } from '#core/contract/endpoint.ts'
import type { listHeldMoney } from '#features/payments/held-money/contract.ts'
import type { AgeBucket } from '#features/payroll/employers/rules/words.ts'
import type { HeldSource } from '#features/payments/held-money/rules/held-money.ts'

export type HeldMoney = Replied<typeof listHeldMoney>
export type HeldUse = HeldMoney['uses'][number]

export const sourceWords: Record<HeldSource, string> = {
  employer: 'Employer',
  bank: 'Bank or cash',
  online: 'Online',
  other: 'Journal',
}

export const ageWords: Record<AgeBucket, string> = {
  days0to30: '0-30 days',
  days31to60: '31-60 days',
  days61to90: '61-90 days',
  daysOver90: 'Over 90 days',
}
