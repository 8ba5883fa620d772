import * as z from 'zod/mini'
import { secret } from '#features/access/login/credentials.ts'
import { loanCases } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { instant, naira, textOf } from '#core/contract/fields.ts'

/** The end of a consent link. It travels in the body, so that no log of addresses has it. */
const token = secret(textOf(43, (text) => /^[A-Za-z0-9_-]{43}$/.test(text), 'Open the whole address of the link'))

/** The code from the SMS, also as people type it with a space. */
const code = secret(
  textOf(12, (text) => /^\d{6}$/.test(text.replaceAll(/[\s-]/g, '')), 'Enter the 6 digits of the code from the SMS'),
)

const terms = z.object({
  society: z.string(),
  guarantor: z.string(),
  borrower: z.string(),
  membershipno: z.string(),
  loan: z.string(),
  principal: naira,
  /** “10 monthly instalments” */
  instalments: z.string(),
  /** What accepting pledges now. */
  amount: naira,
  /** What the guarantor agrees to, in plain words. */
  sentences: z.array(z.string()),
  expiresAt: instant,
  /** The last digits of the phone in the register, which the code goes to. */
  phoneEnd: z.string(),
})

export const openConsent = endpoint({
  method: 'POST',
  path: '/consents/open',
  summary:
    'What a guarantor is asked to agree to, for the holder of the consent link. Opening it does not use the link up and shows nothing of the savings of the guarantor.',
  access: 'public',
  says: null,
  changes: [],
  body: z.strictObject({ token }),
  reply: terms,
})

export const sendConsentCode = endpoint({
  method: 'POST',
  path: '/consents/code',
  summary: "Sends a code of 6 digits to the guarantor's phone in the register. It works for 10 minutes and 5 tries.",
  access: 'public',
  says: null,
  changes: [],
  body: z.strictObject({ token }),
  reply: z.object({ phoneEnd: z.string() }),
  message: 'Code saved',
})

const answered = z.object({ borrower: z.string(), /** What is pledged now. */ held: naira })

export const acceptConsent = endpoint({
  method: 'POST',
  path: '/consents/accept',
  summary: 'The guarantor agrees by consent link, with the code from their phone. The link is used then.',
  access: 'public',
  says: ['loans', 'Agreed to guarantee a loan by consent link'],
  changes: loanCases,
  body: z.strictObject({ token, code }),
  reply: answered,
  message: 'You guarantee this loan',
})

export const declineConsent = endpoint({
  method: 'POST',
  path: '/consents/decline',
  summary: 'The guarantor declines by consent link, with the code from their phone. The link is used then.',
  access: 'public',
  says: ['loans', 'Declined to guarantee a loan by consent link'],
  changes: loanCases,
  body: z.strictObject({ token, code }),
  reply: answered,
  message: 'Declined',
})
