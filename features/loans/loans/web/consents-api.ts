import type { createConsentLink } from '#features/loans/consents/contract.ts'
import { addGuaranteePaper } from '#features/loans/consents/contract.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { LoanId, MemberId } from '#core/ids.ts'
import { lighter } from '#ui/api/lighter.ts'
import { upload } from '#ui/api/upload.ts'

export type SentLink = Replied<typeof createConsentLink>

export async function sendSignedForm(
  params: { loanId: LoanId; memberId: MemberId },
  file: File,
  onProgress: (part: number) => void,
): Promise<void> {
  await upload(addGuaranteePaper, await lighter(file), onProgress, params)
}
