import { queryOptions } from '@tanstack/react-query'
import { getBankDetails } from '#contract/members/bank-details.ts'
import type { MemberId } from '#domain/ids.ts'
import { call } from './call.ts'

/** Where a member is paid. */
export const bankDetailsQuery = (memberId: MemberId) =>
  queryOptions({
    queryKey: ['members', 'bank-details', memberId],
    queryFn: ({ signal }) => call(getBankDetails, { memberId }, { signal }),
  })
