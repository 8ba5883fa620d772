import { consentTexts } from '#features/loans/loans/rules/consent-texts.ts'
import type { createConsentLink as contract } from '#features/loans/consents/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn, dayText } from '#core/calendar.ts'
import { consentLinkDays, consentLinksPerDay, phoneEnd } from '#features/loans/loans/rules/consent.ts'
import { whyNotAnswer } from '#features/loans/loans/rules/guarantee.ts'
import { moneyText } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { newToken, tokenHash } from '#platform/credentials/tokens.ts'
import { queueMessages } from '#platform/db/messages.ts'
import type { Tx } from '#platform/db/tx.ts'
import { callersNetwork, useQuota } from '#platform/limits/quotas.ts'
import { lockGuarantees } from '#features/loans/running-loans/server/queries.ts'
import { countLinks, findGuarantor, findPhoneForCodes } from './queries.ts'
import { insertConsentLink } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

type Input = Parsed<typeof contract>

const dayMilliseconds = 86_400_000

/** Counts the link for the network and reads the guarantor's phone, which a borrower's session does not see. Refuses: too_many_requests. */
export async function prepareConsentLink(actor: TenantActor, { memberId }: Input, context: Context): Promise<string> {
  return context.database.auth(async (tx) => {
    await useQuota(tx, context, 'consent_links_of_network', callersNetwork(context))
    return findPhoneForCodes(tx, actor.cooperativeId, memberId)
  })
}

/**
 * Sends a guarantor who has not answered a link by SMS, which ends any earlier one. Only an officer is shown the link too:
 * the borrower's goes to the guarantor alone. Refuses: not_found, guarantee_answered, guarantee_not_wanted,
 * guarantor_without_phone, consent_links_many.
 */
export async function createConsentLink(
  tx: Tx,
  actor: TenantActor,
  { loanId, memberId, prepared: phone }: Input & { prepared: string },
  context: Context,
): Promise<Replied<typeof contract>> {
  const { now, publicUrl, messagesWaiting } = context
  await lockGuarantees(tx, loanId)
  const { society, borrower, loan, principal, ...asked } = await findGuarantor(tx, loanId, memberId)
  const refusal = whyNotAnswer(asked)
  if (refusal) throw refusal
  if (phone === '') refuse('guarantor_without_phone')
  if ((await countLinks(tx, loanId, memberId, new Date(now.getTime() - dayMilliseconds))) >= consentLinksPerDay)
    refuse('consent_links_many', { max: consentLinksPerDay, retryAfterSeconds: dayMilliseconds / 1000 })

  // From here on it must succeed.
  const token = newToken()
  const expiresAt = new Date(now.getTime() + consentLinkDays * dayMilliseconds)
  await insertConsentLink(tx, actor, { loanId, memberId, tokenHash: tokenHash(token), madeAt: now, expiresAt })
  // Behind the # the secret end reaches no log and no preview of a messenger.
  const url = `${publicUrl()}/consent#${token}`
  const by = dayIn(expiresAt)
  const text = fill(strings.asksYouToGuaranteeA, {
    borrower,
    loan,
    principal: moneyText(principal),
    society,
    by: dayText(by),
    url,
  })
  const sms = consentTexts.link({ borrower, principal, society }, by, url)
  await queueMessages(
    tx,
    actor.cooperativeId,
    // The link opens the answer, as a code does.
    [{ kind: 'code', memberId, channel: 'sms', to: phone, text: sms }],
    messagesWaiting,
  )
  return { expiresAt, phoneEnd: phoneEnd(phone), share: actor.role === 'member' ? null : { url, text, phone } }
}
