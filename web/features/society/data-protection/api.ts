import type { listErasureRequests } from '#contract/society/data-protection.ts'
import { getMyData } from '#contract/society/data-protection.ts'
import type { Replied } from '#contract/endpoint.ts'
import { saveDownload } from '#web/ui/save-download.ts'

export type ErasureRequest = Replied<typeof listErasureRequests>

export async function saveMyData(format: 'json' | 'pdf'): Promise<void> {
  await saveDownload(getMyData, { format }, `my-data.${format}`)
}
