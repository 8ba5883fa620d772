import { queryOptions } from '@tanstack/react-query'
import type { Replied } from '#core/contract/endpoint.ts'
import { getMemberProfile } from '#features/members/records/contract.ts'
import type { listOwnNominees } from '#features/members/nominees/contract.ts'
import { query } from '#ui/api/query.ts'

/** The record as it is, from which the form begins. */
export const ownRecordQuery = () =>
  queryOptions({
    ...query(getMemberProfile, {}),
    select: ({ bankDetails, ...own }) => ({
      ...own,
      bankName: bankDetails?.bankName ?? null,
      bankAccountNumber: bankDetails?.accountNumber ?? null,
      bankAccountName: bankDetails?.accountName ?? null,
    }),
  })

export type Nominee = Replied<typeof listOwnNominees>[number]
