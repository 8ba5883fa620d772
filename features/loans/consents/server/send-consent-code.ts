import { consentTexts } from '#features/loans/loans/rules/consent-texts.ts'
import type { sendConsentCode as contract } from '#features/loans/consents/consent-pages.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { ConsentLinkId } from '#core/ids.ts'
import { consentCodes, phoneEnd } from '#features/loans/loans/rules/consent.ts'
import { whyNotAnswer } from '#features/loans/loans/rules/guarantee.ts'
import { refuse } from '#core/refusal.ts'
import type { Caller, Context } from '#platform/context.ts'
import { codeHash, newShortCode } from '#platform/credentials/tokens.ts'
import { queueMessages } from '#platform/db/messages.ts'
import { findGuarantee } from '#features/loans/guarantees/server/queries.ts'
import { useQuota } from '#platform/limits/quotas.ts'
import { lockGuarantees } from '#features/loans/running-loans/server/queries.ts'
import { findOpenLink } from './find-open-link.ts'
import { lockLink } from './queries.ts'
import { saveCode } from './store.ts'

/**
 * Sends a code to the phone that the register has for the guarantor now, never to one that is typed in. Refuses:
 * too_many_codes, consent_codes_many, what findOpenLink refuses, guarantor_without_phone, guarantee_answered, guarantee_not_wanted, consent_code_recent, consent_codes_spent.
 */
export async function sendConsentCode(
  context: Context,
  _caller: Caller,
  { token }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  const { database, now, secret, messagesWaiting } = context
  const link = await findOpenLink(context, token, 'consent_codes_of_network')
  if (link.phone === '') refuse('guarantor_without_phone')
  const { cooperativeId, memberId, loanId, linkId, phone } = link
  return database.tenant({ cooperativeId, role: 'member', memberId }, async (tx) => {
    await lockGuarantees(tx, loanId)
    const guarantee = await findGuarantee(tx, loanId, memberId)
    const refusal = whyNotAnswer(guarantee)
    if (refusal) throw refusal
    const { codesSent, codeSentAt } = await lockLink(tx, link, guarantee)
    if (codesSent >= consentCodes.max) refuse('consent_codes_spent')
    const wait = codeSentAt ? Math.ceil(consentCodes.pauseSeconds - (now.getTime() - codeSentAt.getTime()) / 1000) : 0
    if (wait > 0) refuse('consent_code_recent', { seconds: wait, retryAfterSeconds: wait })
    // Only what is really sent counts for the phone.
    await database.auth((own) => useQuota(own, context, 'consent_codes_of_phone', phone))

    // From here on it must succeed.
    const code = newShortCode()
    await saveCode(tx, linkId, hashOf(secret, linkId, code), now)
    const text = consentTexts.code(guarantee, code)
    await queueMessages(
      tx,
      cooperativeId,
      [{ kind: 'code', memberId, channel: 'sms', to: phone, text }],
      messagesWaiting,
    )
    return { phoneEnd: phoneEnd(phone) }
  })
}

/** Of the code and its link together, so that the same digits of two links have two hashes. */
export function hashOf(secret: Buffer, linkId: ConsentLinkId, code: string): Buffer {
  return codeHash(secret, `consent ${linkId} ${code}`)
}
