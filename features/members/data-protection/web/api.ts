import type { listErasureRequests } from '#features/members/data-protection/contract.ts'
import { getMyData } from '#features/members/data-protection/contract.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import { saveDownload } from '#ui/save-download.ts'

export type ErasureRequest = Replied<typeof listErasureRequests>

export async function saveMyData(format: 'json' | 'pdf'): Promise<void> {
  await saveDownload(getMyData, { format }, `my-data.${format}`)
}
