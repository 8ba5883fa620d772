import { useQueryClient } from '@tanstack/react-query'
import {
  addGuaranteePaper,
  confirmGuaranteePaper,
  createConsentLink,
  declineGuaranteePaper,
} from '#contract/lending/consents.ts'
import type { Replied } from '#contract/endpoint.ts'
import type { LoanId, MemberId } from '#domain/ids.ts'
import { lighter } from '#web/api/lighter.ts'
import { upload } from '#web/api/upload.ts'
import { useAction } from '#web/api/use-action.ts'

export type SentLink = Replied<typeof createConsentLink>

/** Loaded again, because another person may have changed it meanwhile. */
function useRefreshed() {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries()
  return { onSuccess: refresh, onError: refresh }
}

export const useSendConsentLink = () => useAction(createConsentLink, useRefreshed())
export const useConfirmPaper = () => useAction(confirmGuaranteePaper, useRefreshed())
export const useDeclinePaper = () => useAction(declineGuaranteePaper, useRefreshed())

export async function sendSignedForm(
  params: { loanId: LoanId; memberId: MemberId },
  file: File,
  onProgress: (part: number) => void,
): Promise<void> {
  await upload(addGuaranteePaper, await lighter(file), onProgress, params)
}
