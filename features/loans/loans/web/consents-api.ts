import type { createConsentLink } from '#features/loans/consents/contract.ts'
import { addGuaranteePaper } from '#features/loans/consents/contract.ts'
import type { Replied } from '#contract/endpoint.ts'
import type { LoanId, MemberId } from '#domain/ids.ts'
import { lighter } from '#web/api/lighter.ts'
import { upload } from '#web/api/upload.ts'

export type SentLink = Replied<typeof createConsentLink>

export async function sendSignedForm(
  params: { loanId: LoanId; memberId: MemberId },
  file: File,
  onProgress: (part: number) => void,
): Promise<void> {
  await upload(addGuaranteePaper, await lighter(file), onProgress, params)
}
