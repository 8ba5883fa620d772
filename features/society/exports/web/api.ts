import { queryOptions } from '@tanstack/react-query'
import { downloadExport, getExport } from '#features/society/exports/contract.ts'
import { query } from '#ui/api/query.ts'
import { saveDownload } from '#ui/save-download.ts'

const pollMilliseconds = 1000

/** Asked again and again while the export is being made. */
export const exportQuery = () =>
  queryOptions({
    ...query(getExport, {}),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? pollMilliseconds : false),
  })

export async function saveExport(): Promise<void> {
  await saveDownload(downloadExport, {}, 'export.zip')
}
