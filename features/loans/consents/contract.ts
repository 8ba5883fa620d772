import * as z from 'zod/mini'
import type { DocumentId, LoanId, MemberId } from '#core/ids.ts'
import { loanCases } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, longText } from '#core/contract/fields.ts'
import { paperBytesMax } from '#core/contract/papers.ts'
import * as strings from '#features/loans/loans/strings.ts'

const params = z.object({ loanId: id<LoanId>(), memberId: id<MemberId>() })

export const createConsentLink = endpoint({
  method: 'POST',
  path: '/financial/loans/:loanId/guarantors/:memberId/consent-link',
  summary:
    'Sends a guarantor who has not answered a link to the consent page by SMS, to the phone in the register. It is used once, ends after 7 days, and ends any earlier link. An officer is shown the link too, this once, to share it by WhatsApp.',
  access: 'loan.apply',
  says: ['loans', 'Sent a consent link to a guarantor'],
  changes: loanCases,
  needsProof: true,
  params,
  reply: z.object({
    expiresAt: instant,
    /** The last digits of the phone that the SMS went to. */
    phoneEnd: z.string(),
    /** For officers only; of the link's secret end only a hash is stored. */
    share: z.nullable(z.object({ url: z.string(), text: z.string(), phone: z.string() })),
  }),
  status: 201,
  message: 'Consent link made',
})

export const getGuarantorForm = endpoint({
  method: 'GET',
  path: '/financial/loans/:loanId/guarantors/:memberId/form',
  summary:
    'The form that a guarantor signs on paper as a PDF: the terms, what is pledged, and space for the signatures of guarantor and witness.',
  access: 'loan.list',
  says: ['files', 'Printed the form of a guarantor'],
  params,
  kind: 'file',
  reply: z.null(),
})

export const addGuaranteePaper = endpoint({
  method: 'POST',
  path: '/financial/loans/:loanId/guarantors/:memberId/paper',
  summary:
    'Adds the form that a guarantor signed (PDF, JPEG or PNG, at most 5 MB) in the field `file`. It waits until another officer confirms it; a newer one takes its place.',
  access: 'pledge.place',
  says: ['loans', "Added a guarantor's signed form"],
  changes: loanCases,
  params,
  upload: { bytesMax: paperBytesMax },
  reply: z.object({ documentId: id<DocumentId>(), fileName: z.string(), addedBy: z.string(), addedAt: instant }),
  status: 201,
  message: 'Signed form added. Another officer has to confirm it.',
})

export const confirmGuaranteePaper = endpoint({
  method: 'POST',
  path: '/financial/loans/:loanId/guarantors/:memberId/paper/confirm',
  summary:
    'Confirms that a guarantor signed the form, which accepts the guarantee. Another officer than the one who added the form does it, neither the borrower nor the guarantor.',
  access: 'loan.decide',
  says: ['loans', "Confirmed a guarantor's signed form"],
  changes: loanCases,
  stepUp: true,
  params,
  reply: z.null(),
  message: 'Signed form confirmed',
})

export const declineGuaranteePaper = endpoint({
  method: 'POST',
  path: '/financial/loans/:loanId/guarantors/:memberId/paper/decline',
  summary: 'Turns a signed form down, with a reason; the guarantor has still not answered.',
  access: 'loan.decide',
  says: ['loans', "Declined a guarantor's signed form"],
  changes: loanCases,
  params,
  body: z.strictObject({ reason: longText(strings.giveTheReason, 500) }),
  reply: z.null(),
  message: 'Signed form declined',
})
