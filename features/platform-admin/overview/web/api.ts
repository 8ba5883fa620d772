import { queryOptions } from '@tanstack/react-query'
import {
  downloadDocument,
  listCooperatives,
  searchCooperatives,
} from '#features/platform-admin/cooperatives/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { getCooperative, listAuditEvents } from '#features/platform-admin/overview/contract.ts'
import { exportAuditEvents } from '#features/platform-admin/overview/contract.ts'
import type { DocumentId } from '#core/ids.ts'
import { keyOf, query } from '#ui/api/query.ts'

export type Cooperative = Replied<typeof listCooperatives>
export type CooperativeDetail = Replied<typeof getCooperative>
export type CooperativeDocument = CooperativeDetail['documents'][number]
export type Decision = 'active' | 'suspended' | 'rejected'
/** What somebody is about to do with a cooperative: decide, ask, change its plan, look at a paper. */
export type Acting = Decision | 'documents' | 'plan' | CooperativeDocument
export type AuditEvent = Replied<typeof listAuditEvents>

// Few who look at a cooperative open its papers.
const files = () => import('#ui/api/download.ts')

export const platformQueries = {
  list: (asked: Parsed<typeof listCooperatives>) => query(asked.q ? searchCooperatives : listCooperatives, asked),
  document: (documentId: DocumentId) =>
    queryOptions({
      queryKey: keyOf(downloadDocument, { documentId }),
      queryFn: async () => (await (await files()).download(downloadDocument, { documentId })).blob,
      // Not kept once no one looks at it: it is a paper of somebody else's.
      gcTime: 0,
      staleTime: Number.POSITIVE_INFINITY,
    }),
}

export async function saveAudit(asked: Parsed<typeof exportAuditEvents>) {
  const { saveDownload } = await import('#ui/save-download.ts')
  await saveDownload(exportAuditEvents, asked, 'audit-trail.csv')
}
