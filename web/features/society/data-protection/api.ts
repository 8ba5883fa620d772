import { queryOptions, useQueryClient } from '@tanstack/react-query'
import {
  askForErasure,
  decideErasure,
  getMyData,
  giveConsent,
  listConsents,
  listErasureRequests,
  listOwnErasureRequests,
} from '#contract/society/data-protection.ts'
import type { Replied } from '#contract/endpoint.ts'
import { call } from '#web/api/call.ts'
import { download } from '#web/api/download.ts'
import { useAction } from '#web/api/use-action.ts'
import { saveFile } from '#web/ui/save-file.ts'

export type ErasureRequest = Replied<typeof listErasureRequests>

const all = ['data-protection'] as const

export const dataQueries = {
  consents: () =>
    queryOptions({ queryKey: [...all, 'consents'], queryFn: ({ signal }) => call(listConsents, {}, { signal }) }),
  own: () =>
    queryOptions({ queryKey: [...all, 'own'], queryFn: ({ signal }) => call(listOwnErasureRequests, {}, { signal }) }),
  requests: (page: number) =>
    queryOptions({
      queryKey: [...all, 'requests', page],
      queryFn: ({ signal }) => call(listErasureRequests, { page, limit: 10 }, { signal }),
    }),
}

function useRefresh() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: all })
}

export function useGiveConsent() {
  return useAction(giveConsent, { onSuccess: useRefresh() })
}

export function useAskForErasure() {
  return useAction(askForErasure, { onSuccess: useRefresh() })
}

/** An erasure changes the register too; a refusal was often another officer's. */
export function useDecideErasure() {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries()
  return useAction(decideErasure, { onSuccess: refresh, onError: refresh })
}

export async function saveMyData(format: 'json' | 'pdf'): Promise<void> {
  const { blob, fileName } = await download(getMyData, { format })
  saveFile(blob, fileName ?? `my-data.${format}`)
}
