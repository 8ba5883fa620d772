import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { getCooperativeProfile, getStatistics, uploadCacDocument } from '#contract/cooperatives.ts'
import { call } from '#web/api/call.ts'
import { upload } from '#web/api/upload.ts'

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
}

export function useUploadCacDocument(onProgress: (part: number) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (file: File) => upload(uploadCacDocument, file, onProgress),
    onSuccess: () => queries.invalidateQueries({ queryKey: cooperativeQueries.all }),
  })
}
