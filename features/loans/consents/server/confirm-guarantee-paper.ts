import { consentTexts } from '#features/loans/loans/rules/consent-texts.ts'
import type { confirmGuaranteePaper as contract } from '#features/loans/consents/contract.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import { isSelf, type TenantActor } from '#core/actor.ts'
import { moneyText } from '#core/money.ts'
import { Refusal, type RefusalCode, refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { queueMessages } from '#platform/db/messages.ts'
import type { Tx } from '#platform/db/tx.ts'
import { answerGuarantee } from '#features/loans/guarantees/server/answer-guarantee.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { lockGuarantees } from '#features/loans/running-loans/server/queries.ts'
import { findGuarantor, findPhone, lockWaitingPaper } from './queries.ts'
import { decidePaper } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/**
 * Another officer has looked at the signed form: the guarantee is accepted by the same rules as in the app, and the
 * guarantor is told by SMS. Refuses: not_found, guarantee_paper_missing, guarantee_paper_own, guarantee_paper_party,
 * guarantor_above_free, guarantor_owes, and what answerGuarantee refuses.
 */
export async function confirmGuaranteePaper(
  tx: Tx,
  actor: TenantActor,
  { loanId, memberId }: Parsed<typeof contract>,
  { messagesWaiting }: Context,
): Promise<null> {
  await lockGuarantees(tx, loanId)
  const { name, borrowerId, borrower, loan, principal, society } = await findGuarantor(tx, loanId, memberId)
  const { paperId, isOwn } = await lockWaitingPaper(tx, actor, loanId, memberId)
  if (isOwn) refuse('guarantee_paper_own')
  if (isSelf(actor, borrowerId) || isSelf(actor, memberId)) refuse('guarantee_paper_party')
  await decidePaper(tx, actor, paperId, 'confirmed', null)
  const { held } = await answerGuarantee(tx, loanId, 'accepted', {
    author: actor,
    memberId,
    guarantor: name,
    way: 'paper',
    confirmedBy: actor.name,
  }).catch((error: unknown) => {
    throw error instanceof Refusal ? wordedForOfficers(error) : error
  })

  // From here on it must succeed.
  const confirmed = fill(strings.confirmedYourSignedForm, {
    officer: actor.name,
    loan,
    principal: moneyText(principal),
    borrower,
  })
  notifyMembers(tx, actor.cooperativeId, [
    {
      memberId,
      message:
        held > 0n ? `${confirmed} ${fill(strings.ofYourSavingsIsPledged, { held: moneyText(held) })}` : confirmed,
      link: '/member/guarantees',
    },
  ])
  const phone = await findPhone(tx, actor.cooperativeId, memberId)
  if (phone !== '')
    await queueMessages(
      tx,
      actor.cooperativeId,
      [
        {
          kind: 'security',
          memberId,
          channel: 'sms',
          to: phone,
          text: consentTexts.confirmed({ borrower, loan, principal, society }, held),
        },
      ],
      messagesWaiting,
    )
  return null
}

const inOfficersWords: Partial<Record<RefusalCode, RefusalCode>> = {
  guarantee_above_free: 'guarantor_above_free',
  guarantor_indebted: 'guarantor_owes',
}

/** A refusal that speaks to the guarantor, as an officer reads it. */
export function wordedForOfficers(refusal: Refusal): Refusal {
  const code = inOfficersWords[refusal.message as RefusalCode]
  return code ? new Refusal(code, refusal.detail) : refusal
}
