import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { getCooperativeProfile, getStatistics, uploadCacDocument } from '#contract/cooperatives.ts'
import type { Replied } from '#contract/endpoint.ts'
import { listTransactions } from '#contract/transactions.ts'
import { call } from '#web/api/call.ts'
import { upload } from '#web/api/upload.ts'

export type Profile = Replied<typeof getCooperativeProfile>

export const cooperativeQueries = {
  all: ['cooperatives'] as const,
  profile: () =>
    queryOptions({
      queryKey: [...cooperativeQueries.all, 'profile'],
      queryFn: ({ signal }) => call(getCooperativeProfile, {}, { signal }),
    }),
  statistics: () =>
    queryOptions({
      queryKey: [...cooperativeQueries.all, 'statistics'],
      queryFn: ({ signal }) => call(getStatistics, {}, { signal }),
    }),
  latestTransactions: () =>
    queryOptions({
      queryKey: [...cooperativeQueries.all, 'latest-transactions'],
      queryFn: ({ signal }) => call(listTransactions, { limit: 5 }, { signal }),
    }),
}

export function useUploadCacDocument(onProgress: (part: number) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (file: File) => upload(uploadCacDocument, file, onProgress),
    onSuccess: () => queries.invalidateQueries({ queryKey: cooperativeQueries.all }),
  })
}
