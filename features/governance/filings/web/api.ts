import type { Replied } from '#core/contract/endpoint.ts'
import type { listFilings } from '#features/governance/filings/contract.ts'

export type Filing = Replied<typeof listFilings>

/** “Each year”, “Every 3 months”, “Once” */
export function repeatText(everyMonths: number | null): string {
  if (everyMonths === null) return 'Once'
  if (everyMonths === 12) return 'Each year'
  return everyMonths === 1 ? 'Each month' : `Every ${everyMonths} months`
}
