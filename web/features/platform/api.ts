import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { downloadDocument, getCooperative, getStatistics, listCooperatives, updateCooperative } from '#contract/cooperatives.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { CooperativeId, DocumentId } from '#domain/ids.ts'
import { call } from '#web/api/call.ts'
import { download } from '#web/api/download.ts'
import { useAction } from '#web/api/use-action.ts'
import { saveFile } from '#web/ui/save-file.ts'

export type Cooperative = Replied<typeof listCooperatives>
export type CooperativeDetail = Replied<typeof getCooperative>
export type Decision = 'active' | 'suspended' | 'rejected'

export const platformQueries = {
  all: ['platform'] as const,
  statistics: () =>
    queryOptions({
      queryKey: [...platformQueries.all, 'statistics'],
      queryFn: async ({ signal }) => (await call(getStatistics, {}, { signal })).platform,
    }),
  list: (query: Parsed<typeof listCooperatives>) =>
    queryOptions({
      queryKey: [...platformQueries.all, 'list', query],
      queryFn: ({ signal }) => call(listCooperatives, query, { signal }),
      placeholderData: keepPreviousData,
    }),
  detail: (id: CooperativeId) =>
    queryOptions({
      queryKey: [...platformQueries.all, 'detail', id],
      queryFn: ({ signal }) => call(getCooperative, { id }, { signal }),
    }),
}

function useEverythingStale() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: platformQueries.all })
}

export function useDecide() {
  return useAction(updateCooperative, { onSuccess: useEverythingStale() })
}

export async function saveDocument(documentId: DocumentId, fileName: string) {
  const { blob } = await download(downloadDocument, { documentId })
  saveFile(blob, fileName)
}
