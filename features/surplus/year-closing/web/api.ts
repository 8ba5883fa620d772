import type { Replied } from '#core/contract/endpoint.ts'
import type { getYearClosing } from '#features/surplus/year-closing/contract.ts'

export type YearClosing = Replied<typeof getYearClosing>
export type ClosingItem = YearClosing['items'][number]
