import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import {
  downloadDocument,
  listCooperatives,
  searchCooperatives,
  updateCooperative,
} from '#contract/platform/cooperatives.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import {
  exportAuditEvents,
  getCooperative,
  getPlatformHealth,
  listAuditEvents,
  requestDocuments,
  updatePlan,
} from '#contract/platform/platform.ts'
import type { CooperativeId, DocumentId } from '#domain/ids.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'

export type Cooperative = Replied<typeof listCooperatives>
export type CooperativeDetail = Replied<typeof getCooperative>
export type CooperativeDocument = CooperativeDetail['documents'][number]
export type Decision = 'active' | 'suspended' | 'rejected'
/** What somebody is about to do with a cooperative: decide, ask, change its plan, look at a paper. */
export type Acting = Decision | 'documents' | 'plan' | CooperativeDocument
export type AuditEvent = Replied<typeof listAuditEvents>
export type Health = Replied<typeof getPlatformHealth>

const healthEvery = 15_000

// Few who look at a cooperative open its papers.
const files = () => import('#web/api/download.ts')

export const platformQueries = {
  all: ['platform'] as const,
  list: (query: Parsed<typeof listCooperatives>) =>
    queryOptions({
      queryKey: [...platformQueries.all, 'list', query],
      queryFn: ({ signal }) => call(query.q ? searchCooperatives : listCooperatives, query, { signal }),
      placeholderData: keepPreviousData,
    }),
  detail: (id: CooperativeId) =>
    queryOptions({
      queryKey: [...platformQueries.all, 'detail', id],
      queryFn: ({ signal }) => call(getCooperative, { id }, { signal }),
    }),
  document: (documentId: DocumentId) =>
    queryOptions({
      queryKey: [...platformQueries.all, 'document', documentId],
      queryFn: async () => (await (await files()).download(downloadDocument, { documentId })).blob,
      // Not kept once no one looks at it: it is a paper of somebody else's.
      gcTime: 0,
      staleTime: Number.POSITIVE_INFINITY,
    }),
  audit: (query: Parsed<typeof listAuditEvents>) =>
    queryOptions({
      queryKey: [...platformQueries.all, 'audit', query],
      queryFn: ({ signal }) => call(listAuditEvents, query, { signal }),
      placeholderData: keepPreviousData,
    }),
  health: () =>
    queryOptions({
      queryKey: [...platformQueries.all, 'health'],
      queryFn: ({ signal }) => call(getPlatformHealth, {}, { signal }),
      refetchInterval: healthEvery,
      staleTime: 0,
    }),
}

function useEverythingStale() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: platformQueries.all })
}

export function useDecide() {
  return useAction(updateCooperative, { onSuccess: useEverythingStale() })
}

export function useUpdatePlan() {
  return useAction(updatePlan, { onSuccess: useEverythingStale() })
}

export function useRequestDocuments() {
  return useAction(requestDocuments, { onSuccess: useEverythingStale() })
}

export async function saveAudit(query: Parsed<typeof exportAuditEvents>) {
  const [{ download }, { saveFile }] = await Promise.all([files(), import('#web/ui/save-file.ts')])
  const { blob, fileName } = await download(exportAuditEvents, query)
  saveFile(blob, fileName ?? 'audit-trail.csv')
}
