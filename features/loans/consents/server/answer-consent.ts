import {
  acceptConsent as acceptContract,
  declineConsent as declineContract,
} from '#features/loans/consents/consent-pages.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { consentCodes, phoneEnd } from '#features/loans/loans/rules/consent.ts'
import { whyNotAnswer } from '#features/loans/loans/rules/guarantee.ts'
import { Refusal } from '#core/refusal.ts'
import { type Caller, type Context, noLogin } from '#platform/context.ts'
import { recordOutcomes } from '#platform/db/outcomes.ts'
import type { Tx } from '#platform/db/tx.ts'
import { hintAfter } from '#platform/live/hints.ts'
import { answerGuarantee } from '#features/loans/guarantees/server/answer-guarantee.ts'
import { findGuarantee } from '#features/loans/guarantees/server/queries.ts'
import { lockGuarantees } from '#features/loans/running-loans/server/queries.ts'
import { findOpenLink } from './find-open-link.ts'
import { type FoundLink, lockLink } from './queries.ts'
import { hashOf } from './send-consent-code.ts'
import { countWrongCode, markUsed } from './store.ts'

type Input = Parsed<typeof acceptContract>
type Reply = Replied<typeof acceptContract>

export async function acceptConsent(context: Context, _caller: Caller, input: Input): Promise<Reply | Refusal> {
  return answerConsent(context, 'accepted', input)
}

export async function declineConsent(context: Context, _caller: Caller, input: Input): Promise<Reply | Refusal> {
  return answerConsent(context, 'declined', input)
}

/**
 * The guarantor answers with the code from their phone, in their own scope and by the same rules as in the app; the link is
 * used with it. A wrong code is returned, not thrown, so that it is counted. Refuses: too_many_requests, what findOpenLink
 * refuses, consent_code_wrong, consent_code_expired, and what answerGuarantee refuses.
 */
export async function answerConsent(
  context: Context,
  answer: 'accepted' | 'declined',
  { token, code }: Input,
): Promise<Reply | Refusal> {
  const { database, now } = context
  const link = await findOpenLink(context, token, 'consents_of_network')
  const { cooperativeId, memberId, loanId, linkId, guarantor } = link
  return database.tenant({ cooperativeId, role: 'member', memberId }, async (tx) => {
    await lockGuarantees(tx, loanId)
    const guarantee = await findGuarantee(tx, loanId, memberId)
    const refusal = whyNotAnswer(guarantee)
    const { codeHash, codeSentAt, triesLeft } = await lockLink(tx, link, guarantee)
    if (refusal) throw refusal
    if (
      !codeHash ||
      !codeSentAt ||
      triesLeft === 0 ||
      now.getTime() - codeSentAt.getTime() > consentCodes.minutes * 60_000
    )
      return new Refusal('consent_code_expired', { field: 'code' })
    if (!codeHash.equals(hashOf(context.secret, linkId, code.replaceAll(/[\s-]/g, '')))) {
      await countWrongCode(tx, linkId)
      return triesLeft > 1
        ? new Refusal('consent_code_wrong', { field: 'code', left: triesLeft - 1 })
        : new Refusal('consent_code_expired', { field: 'code' })
    }

    const author = { cooperativeId, loginId: link.loginId ?? noLogin, name: guarantor }
    const { held, borrower } = await answerGuarantee(tx, loanId, answer, { author, memberId, guarantor, way: 'link' })
    await markUsed(tx, linkId, answer)
    recordAnswer(tx, link, answer, context.requestId)
    hintAfter(tx, { topics: acceptContract.changes, cooperativeId, officers: true, members: [memberId] })
    return { borrower, held }
  })
}

function recordAnswer(
  tx: Tx,
  { cooperativeId, memberId, guarantor, loginId, phone }: FoundLink,
  answer: 'accepted' | 'declined',
  requestId: string,
): void {
  const { method, path } = answer === 'accepted' ? acceptContract : declineContract
  const detail = { parameters: { how: `by consent link, code to •••• ${phoneEnd(phone)}` } }
  recordOutcomes(
    tx,
    cooperativeId,
    [
      {
        loginId: loginId ?? noLogin,
        actorName: guarantor,
        role: 'member',
        action: `${method} ${path}`,
        subjectId: memberId,
        requestId,
        detail,
      },
    ],
    [],
  )
}
