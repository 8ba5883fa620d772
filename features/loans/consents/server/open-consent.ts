import type { openConsent as contract } from '#features/loans/consents/consent-pages.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { phoneEnd } from '#features/loans/loans/rules/consent.ts'
import { whyNotAnswer } from '#features/loans/loans/rules/guarantee.ts'
import { instalmentsInWords } from '#features/loans/loans/rules/repaid-every.ts'
import type { Caller, Context } from '#platform/context.ts'
import { findGuarantee } from '#features/loans/guarantees/server/queries.ts'
import { findOpenLink } from './find-open-link.ts'
import { termsOf } from './queries.ts'

/**
 * What the guarantor is asked to agree to, read in their own scope. Nothing of their savings: the borrower or an officer may
 * have the link too. Refuses: too_many_requests, what findOpenLink refuses, guarantee_answered, guarantee_not_wanted.
 */
export async function openConsent(
  context: Context,
  _caller: Caller,
  { token }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  const { database, now } = context
  const { cooperativeId, memberId, loanId, society, guarantor, phone, expiresAt } = await findOpenLink(
    context,
    token,
    'consents_of_network',
  )
  const guarantee = await database.tenant(
    { cooperativeId, role: 'member', memberId },
    (tx) => findGuarantee(tx, loanId, memberId),
    { readOnly: true },
  )
  const refusal = whyNotAnswer(guarantee)
  if (refusal) throw refusal
  const { borrower, membershipno, loan, principal, instalments, repaidEvery } = guarantee
  return {
    society,
    guarantor,
    borrower,
    membershipno,
    loan,
    principal,
    instalments: instalmentsInWords(instalments, repaidEvery),
    ...termsOf(guarantee, now),
    expiresAt,
    phoneEnd: phoneEnd(phone),
  }
}
