import type { Replied } from '#contract/endpoint.ts'
import type { getYearClosing } from '#contract/society/year-closing.ts'

export type YearClosing = Replied<typeof getYearClosing>
export type ClosingItem = YearClosing['items'][number]
