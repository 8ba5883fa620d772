import { isSelf, type TenantActor, whyClosed } from '#core/actor.ts'
import { dayIn, dayText } from '#core/calendar.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { ConsentLinkId } from '#core/ids.ts'
import { moneyText } from '#core/money.ts'
import { Refusal, refusal, type RefusalKind, refuse } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import { notifyMembers, notifyOfficers } from '#features/access/notifications/server/notify-members.ts'
import * as pages from '#features/loans/consents/consent-pages.ts'
import * as contract from '#features/loans/consents/contract.ts'
import { addLoanDocument } from '#features/loans/documents/server/actions.ts'
import { lockLoanOfPapers } from '#features/loans/documents/server/reads.ts'
import { answerGuarantee } from '#features/loans/guarantees/server/actions.ts'
import { findGuarantee, findStanding, whyNot } from '#features/loans/guarantees/server/reads.ts'
import { consentTexts } from '#features/loans/loans/rules/consent-texts.ts'
import { consentCodes, consentLinkDays, consentLinksPerDay, phoneEnd } from '#features/loans/loans/rules/consent.ts'
import { guaranteeAboveFree, guarantorIndebted, whyNotAnswer } from '#features/loans/loans/rules/guarantee.ts'
import { instalmentsInWords } from '#features/loans/loans/rules/repaid-every.ts'
import { lockGuarantees } from '#features/loans/running-loans/server/reads.ts'
import { action, openAction, preparedAction, uploadAction } from '#platform/action.ts'
import { type Context, noLogin } from '#platform/context.ts'
import { codeHash, newShortCode, newToken, tokenHash } from '#platform/credentials/tokens.ts'
import { queueMessages } from '#platform/db/messages.ts'
import { recordOutcomes } from '#platform/db/outcomes.ts'
import type { Tx } from '#platform/db/tx.ts'
import { clockTime, update } from '#platform/db/write.ts'
import { readDocumentFile } from '#platform/files/document-file.ts'
import { callersNetwork, type QuotaName, useQuota } from '#platform/limits/quotas.ts'
import { hintAfter } from '#platform/live/hints.ts'
import {
  consentLinkReplaced,
  consentLinkUsed,
  countLinks,
  findGuarantor,
  findLink,
  findPhone,
  findPhoneForCodes,
  type FoundLink,
  hasOtherConfirmer,
  type LinkRow,
  lockLink,
  lockWaitingPaper,
  termsOf,
} from './reads.ts'
import { countWrongCode, insertConsentLink, insertGuaranteePaper, saveCode } from './writes.ts'

const consentLinkUnknown = refusal(
  'consent_link_unknown',
  404,
  'This link isn’t valid. Check that the whole address was copied, or ask your society for a new link.',
)
const consentLinksMany = refusal(
  'consent_links_many',
  429,
  '{max} consent links were made for this guarantee in the last 24 hours. Make another one tomorrow, or use the signed paper form.',
)
const consentCodeWrong = refusal('consent_code_wrong', 422, 'This code is wrong. You can try {tries} more.')
const consentCodeRecent = refusal(
  'consent_code_recent',
  429,
  'A code was sent a moment ago. Wait {seconds} seconds before you ask for another one.',
)
const guarantorAboveFree = refusal(
  'guarantor_above_free',
  409,
  'This guarantee needs {needed}, and only {free} of the guarantor’s savings is available. Ask the guarantor to save more first, or name another guarantor.',
)
const guarantorOwes = refusal(
  'guarantor_owes',
  409,
  'The guarantor owes {owes} on a loan of their own, and guarantors of this loan must owe none. Name another guarantor.',
)
const consentLinkExpired = refusal(
  'consent_link_expired',
  410,
  'This link has expired. Ask your society for a new one.',
)
const consentCodeExpired = refusal('consent_code_expired', 422, 'This code no longer works. Ask for a new one.')
const consentCodesSpent = refusal(
  'consent_codes_spent',
  429,
  'No more codes can be made with this link. Ask your society for a new link.',
)
const guarantorWithoutPhone = refusal(
  'guarantor_without_phone',
  409,
  'The register has no phone number that is this guarantor’s alone. Add their own number, or use the signed paper form, which a second officer confirms.',
)
const guaranteePaperAlone = refusal(
  'guarantee_paper_alone',
  409,
  'A second officer has to confirm a signed paper form. Give a second officer access first, or send a consent link to the guarantor’s own phone.',
)
const guaranteePaperOwn = refusal(
  'guarantee_paper_own',
  409,
  'You added this signed form yourself, so another officer has to confirm it.',
)
const guaranteePaperParty = refusal(
  'guarantee_paper_party',
  409,
  'You are the borrower or the guarantor of this loan, so another officer has to confirm the signed form.',
)

const dayMilliseconds = 86_400_000

/**
 * Sends a guarantor who has not answered a link by SMS, which ends any earlier one. Only an officer is shown the link too:
 * the borrower's goes to the guarantor alone. Refuses: not_found, guarantee_answered, guarantee_not_wanted,
 * guarantor_without_phone, consent_links_many.
 */
export const createConsentLink = preparedAction(
  contract.createConsentLink,
  // Counts the link for the network, and reads the guarantor's phone, which a borrower's session does not see. Refuses: too_many_requests.
  (actor, { memberId }, context) =>
    context.database.auth(async (tx) => {
      await useQuota(tx, context, 'consent_links_of_network', callersNetwork(context))
      return findPhoneForCodes(tx, actor.cooperativeId, memberId)
    }),
  async ({ tx, actor, now, context: { publicUrl, messagesWaiting } }, { loanId, memberId, prepared: phone }) => {
    await lockGuarantees(tx, loanId)
    const { society, borrower, loan, principal, ...asked } = await findGuarantor(tx, loanId, memberId)
    const refusal = whyNotAnswer(asked)
    if (refusal) throw refusal
    if (phone === '') refuse(guarantorWithoutPhone())
    if ((await countLinks(tx, loanId, memberId, new Date(now.getTime() - dayMilliseconds))) >= consentLinksPerDay)
      refuse(consentLinksMany, { max: consentLinksPerDay, retryAfterSeconds: dayMilliseconds / 1000 })

    // From here on it must succeed.
    const token = newToken()
    const expiresAt = new Date(now.getTime() + consentLinkDays * dayMilliseconds)
    await insertConsentLink(tx, actor, { loanId, memberId, tokenHash: tokenHash(token), madeAt: now, expiresAt })
    // Behind the # the secret end reaches no log and no preview of a messenger.
    const url = `${publicUrl()}/consent#${token}`
    const by = dayIn(expiresAt)
    const text = t(
      '{borrower} asks you to guarantee a {loan} loan of {principal} at {society}. Read the terms and answer by {by}: {url}',
      { borrower, loan, principal: moneyText(principal), society, by: dayText(by), url },
    )
    const sms = consentTexts.link({ borrower, principal, society }, by, url)
    await queueMessages(
      tx,
      actor.cooperativeId,
      // The link opens the answer, as a code does.
      [{ kind: 'code', memberId, channel: 'sms', to: phone, text: sms }],
      messagesWaiting,
    )
    return { expiresAt, phoneEnd: phoneEnd(phone), share: actor.role === 'member' ? null : { url, text, phone } }
  },
)

/**
 * Saves the form that a guarantor signed with the papers of the loan, for another officer to confirm. Refuses: not_found,
 * guarantee_paper_alone, loan_papers_too_many, and what accepting would be refused for, so that no form waits that can't be confirmed.
 */
export const addGuaranteePaper = uploadAction(
  contract.addGuaranteePaper,
  readDocumentFile,
  async (ask, { loanId, memberId, file }) => {
    const { tx, actor } = ask
    await lockLoanOfPapers(tx, loanId)
    await lockGuarantees(tx, loanId)
    const { name, borrowerId, borrower, loan, principal } = await findGuarantor(tx, loanId, memberId)
    const [guarantee, standing] = await Promise.all([findGuarantee(tx, loanId, memberId), findStanding(tx, memberId)])
    const refusal = whyNot(guarantee, standing)
    if (refusal) throw wordedForOfficers(refusal)
    if (!(await hasOtherConfirmer(tx, actor.loginId, [borrowerId, memberId]))) refuse(guaranteePaperAlone())
    const { id: documentId, fileName, addedBy, addedAt } = await addLoanDocument(ask, { loanId, file })

    // From here on it must succeed.
    await insertGuaranteePaper(tx, actor, { loanId, memberId, documentId })
    notifyOfficers(tx, actor.cooperativeId, {
      type: 'warning',
      message: t(
        '{officer} added the form that {guarantor} signed as guarantor of the {loan} loan of {principal} for {borrower}. Another officer has to confirm it.',
        { officer: actor.name, guarantor: name, loan, principal: moneyText(principal), borrower },
      ),
      link: `/coop/loan-management/${loanId}`,
    })
    return { documentId, fileName, addedBy, addedAt }
  },
)

/**
 * Another officer has looked at the signed form: the guarantee is accepted by the same rules as in the app, and the
 * guarantor is notified by SMS. Refuses: not_found, guarantee_paper_missing, guarantee_paper_own, guarantee_paper_party,
 * guarantor_above_free, guarantor_owes, and what answerGuarantee refuses.
 */
export const confirmGuaranteePaper = action(
  contract.confirmGuaranteePaper,
  async ({ tx, actor, context: { messagesWaiting } }, { loanId, memberId }) => {
    await lockGuarantees(tx, loanId)
    const { name, borrowerId, borrower, loan, principal, society } = await findGuarantor(tx, loanId, memberId)
    const { paperId, isOwn } = await lockWaitingPaper(tx, actor, loanId, memberId)
    if (isOwn) refuse(guaranteePaperOwn())
    if (isSelf(actor, borrowerId) || isSelf(actor, memberId)) refuse(guaranteePaperParty())
    await update(tx, 'app.guarantee_paper', { paperId }, decided(actor, 'confirmed', null))
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
    const confirmed = t(
      '{officer} confirmed your signed form: you guarantee the {loan} loan of {principal} for {borrower}.',
      { officer: actor.name, loan, principal: moneyText(principal), borrower },
    )
    notifyMembers(tx, actor.cooperativeId, [
      {
        memberId,
        message:
          held > 0n ? `${confirmed} ${t('{held} of your savings is pledged.', { held: moneyText(held) })}` : confirmed,
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
  },
)

const inOfficersWords = new Map<Refusal['code'], RefusalKind>([
  [guaranteeAboveFree, guarantorAboveFree],
  [guarantorIndebted, guarantorOwes],
])

/** A refusal that speaks to the guarantor, as an officer reads it. */
function wordedForOfficers(refused: Refusal): Refusal {
  const kind = inOfficersWords.get(refused.code)
  return kind ? new Refusal(kind, refused.detail) : refused
}

/** Rejects a signed form; the guarantor has still not answered. Refuses: not_found, guarantee_paper_missing. */
export const declineGuaranteePaper = action(
  contract.declineGuaranteePaper,
  async ({ tx, actor }, { loanId, memberId, reason }) => {
    await lockGuarantees(tx, loanId)
    const { name, borrower, loan } = await findGuarantor(tx, loanId, memberId)
    const { paperId } = await lockWaitingPaper(tx, actor, loanId, memberId)

    // From here on it must succeed.
    await update(tx, 'app.guarantee_paper', { paperId }, decided(actor, 'declined', reason))
    notifyOfficers(tx, actor.cooperativeId, {
      message: t(
        '{officer} declined the form that {guarantor} signed as guarantor of the {loan} loan for {borrower}. Reason: {reason}',
        { officer: actor.name, guarantor: name, loan, borrower, reason },
      ),
      link: `/coop/loan-management/${loanId}`,
    })
    return null
  },
)

function decided({ loginId, name }: TenantActor, status: 'confirmed' | 'declined', reason: string | null) {
  return { status, decidedBy: loginId, decidedByName: name, decidedAt: clockTime, reason }
}

/**
 * What the guarantor is asked to agree to, read in their own scope. Nothing of their savings: the borrower or an officer may
 * have the link too. Refuses: too_many_requests, what findOpenLink refuses, guarantee_answered, guarantee_not_wanted.
 */
export const openConsent = openAction(pages.openConsent, async (context, _caller, { token }) => {
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
})

/**
 * Sends a code to the phone that the register has for the guarantor now, never to one that is typed in. Refuses:
 * too_many_codes, consent_codes_many, what findOpenLink refuses, guarantor_without_phone, guarantee_answered, guarantee_not_wanted, consent_code_recent, consent_codes_spent.
 */
export const sendConsentCode = openAction(pages.sendConsentCode, async (context, _caller, { token }) => {
  const { database, now, secret, messagesWaiting } = context
  const link = await findOpenLink(context, token, 'consent_codes_of_network')
  if (link.phone === '') refuse(guarantorWithoutPhone())
  const { cooperativeId, memberId, loanId, linkId, phone } = link
  return database.tenant({ cooperativeId, role: 'member', memberId }, async (tx) => {
    await lockGuarantees(tx, loanId)
    const guarantee = await findGuarantee(tx, loanId, memberId)
    const refusal = whyNotAnswer(guarantee)
    if (refusal) throw refusal
    const { codesSent, codeSentAt } = await lockLink(tx, link, guarantee)
    if (codesSent >= consentCodes.max) refuse(consentCodesSpent())
    const wait = codeSentAt ? Math.ceil(consentCodes.pauseSeconds - (now.getTime() - codeSentAt.getTime()) / 1000) : 0
    if (wait > 0) refuse(consentCodeRecent, { seconds: wait, retryAfterSeconds: wait })
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
})

/** Of the code and its link together, so that the same digits of two links have two hashes. */
function hashOf(secret: Buffer, linkId: ConsentLinkId, code: string): Buffer {
  return codeHash(secret, `consent ${linkId} ${code}`)
}

export const acceptConsent = openAction(pages.acceptConsent, (context, _caller, input) =>
  answerConsent(context, 'accepted', input),
)

export const declineConsent = openAction(pages.declineConsent, (context, _caller, input) =>
  answerConsent(context, 'declined', input),
)

/**
 * The guarantor answers with the code from their phone, in their own scope and by the same rules as in the app; the link is
 * used with it. A wrong code is returned, not thrown, so that it is counted. Refuses: too_many_requests, what findOpenLink
 * refuses, consent_code_wrong, consent_code_expired, and what answerGuarantee refuses.
 */
async function answerConsent(
  context: Context,
  answer: 'accepted' | 'declined',
  { token, code }: Parsed<typeof pages.acceptConsent>,
): Promise<Replied<typeof pages.acceptConsent> | Refusal> {
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
      return consentCodeExpired({ field: 'code' })
    if (!codeHash.equals(hashOf(context.secret, linkId, code.replaceAll(/[\s-]/g, '')))) {
      await countWrongCode(tx, linkId)
      return triesLeft > 1
        ? consentCodeWrong({ field: 'code', tries: triesLeft === 2 ? 'once' : `${triesLeft - 1} times` })
        : consentCodeExpired({ field: 'code' })
    }

    const author = { cooperativeId, loginId: link.loginId ?? noLogin, name: guarantor }
    const { held, borrower } = await answerGuarantee(tx, loanId, answer, { author, memberId, guarantor, way: 'link' })
    await update(tx, 'app.consent_link', { linkId }, { endedAt: clockTime, outcome: answer, codeHash: null })
    recordAnswer(tx, link, answer, context.requestId)
    hintAfter(tx, { topics: pages.acceptConsent.changes, cooperativeId, officers: true, members: [memberId] })
    return { borrower, held }
  })
}

function recordAnswer(
  tx: Tx,
  { cooperativeId, memberId, guarantor, loginId, phone }: FoundLink,
  answer: 'accepted' | 'declined',
  requestId: string,
): void {
  const { method, path } = answer === 'accepted' ? pages.acceptConsent : pages.declineConsent
  const detail = { parameters: { how: t('by consent link, code to •••• {end}', { end: phoneEnd(phone) }) } }
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

/**
 * The link with this token that still opens. The try is counted for the caller's network whatever comes of it, so the
 * refusals come after that transaction. Refuses: the quota's own, consent_link_unknown, consent_link_used,
 * consent_link_replaced, consent_link_expired, and a closed cooperative.
 */
async function findOpenLink(context: Context, token: string, quota: QuotaName): Promise<LinkRow> {
  const found = await context.database.auth(async (tx) => {
    await useQuota(tx, context, quota, callersNetwork(context))
    return findLink(tx, token)
  })
  if (!found) return refuse(consentLinkUnknown({ field: 'token' }))
  const { outcome, expiresAt, cooperativeStatus } = found
  const closed = whyClosed(cooperativeStatus)
  if (closed) refuse(closed)
  if (outcome === 'replaced') refuse(consentLinkReplaced({ field: 'token' }))
  if (outcome) refuse(consentLinkUsed({ field: 'token', answer: outcome }))
  if (expiresAt <= context.now) refuse(consentLinkExpired({ field: 'token' }))
  return found
}
