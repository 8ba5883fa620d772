import { queryOptions } from '@tanstack/react-query'
import { listErasureRequests } from '#contract/data-protection.ts'
import type { MemberId } from '#domain/ids.ts'
import { call } from '#web/api/call.ts'

/** What a member asked for and nobody has decided. */
export const erasureOf = (memberId: MemberId) =>
  queryOptions({ queryKey: ['data-protection', 'of', memberId], queryFn: ({ signal }) => call(listErasureRequests, { memberId, status: 'pending', limit: 1 }, { signal }) })
