import type { Actor, TenantActor } from '#core/actor.ts'
import { type Day, dayIn } from '#core/calendar.ts'
import type { CooperativeId, EnquiryId, MemberId } from '#core/ids.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import * as contract from '#features/governance/enquiries/contract.ts'
import {
  type EnquiryKind,
  enquiryClosed,
  enquiryKindNames,
  kindsToSend,
  whyNotWrite,
} from '#features/governance/enquiries/rules/enquiry.ts'
import { tokenMonths, tokenText } from '#features/governance/enquiries/rules/token.ts'
import { action, type Ask, openAction, preparedAction } from '#platform/action.ts'
import type { Context } from '#platform/context.ts'
import { enquiryKeyName, isSigned, newBlindKey, sealBlindKey, signBlinded } from '#platform/credentials/blind-key.ts'
import { sha256 } from '#platform/credentials/sealing.ts'
import { scopeOf } from '#platform/db/database.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert } from '#platform/db/write.ts'
import { countMessage } from '#platform/limits/count-message.ts'
import {
  findByReference,
  findCooperativeOfPass,
  findEnquiry,
  findTokenKeys,
  type Held,
  lockEnquiry,
  type TokenKey,
} from './reads.ts'
import { insertTokenKey, notifyOfEnquiry, putIntoBox, setStatus, takeBatch } from './writes.ts'

const enquiryKindWrong = refusal(
  'enquiry_kind_wrong',
  422,
  'Members send complaints and suggestions, auditors send audit queries. Choose the one that is yours.',
)
const enquiryNotYours = refusal(
  'enquiry_not_yours',
  403,
  'Only the member who sent this can go on with it or close it.',
)
const enquiryTokenWrong = refusal(
  'enquiry_token_wrong',
  403,
  'This device is not ready for messages without a name. Open the page again, then send.',
)
const enquiryTokenSpent = refusal(
  'enquiry_token_spent',
  409,
  'A message was sent already. Read it by its code. Press Send again to send this one too.',
)
const enquiryTokensSigned = refusal(
  'enquiry_tokens_signed',
  409,
  'You send without a name from two other devices this month. Use one of them, or send with your name.',
)

/** Refuses: enquiries_many, enquiry_kind_wrong. */
export const openEnquiry = preparedAction(contract.openEnquiry, countMessage, async (ask, { kind, subject, text }) => {
  const { tx, actor, now } = ask
  if (!kindsToSend(actor).includes(kind)) refuse(enquiryKindWrong({ field: 'kind' }))
  const enquiryId = newId<EnquiryId>()
  const memberId = actor.role === 'member' ? actor.memberId : null
  await insert(tx, 'app.enquiry', {
    ...{ enquiryId, kind, subject, memberId, askedBy: actor.loginId, askedByName: actor.name },
    ...{ askedAt: now, changedAt: now, officersNotified: true },
  })
  await insertMessage(ask, enquiryId, { memberId, isAnswer: false, text })
  announceEnquiry(tx, actor.cooperativeId, kind, enquiryId)
  return findEnquiry(tx, actor, enquiryId)
})

/** Refuses: enquiries_many, not_found, enquiry_not_yours, enquiry_closed, enquiry_messages_many. */
export const writeEnquiry = preparedAction(contract.writeEnquiry, countMessage, async (ask, { id, text }) => {
  const { tx, actor, now } = ask
  const held = await lockAsked(tx, actor, id)
  const reason = whyNotWrite(held)
  if (reason) throw reason
  const { memberId, kind } = held
  await insertMessage(ask, id, { memberId, isAnswer: false, text })
  await setStatus(tx, id, { status: 'open', at: now })
  announceEnquiry(tx, actor.cooperativeId, kind, id)
  return findEnquiry(tx, actor, id)
})

/** Refuses: not_found, enquiry_not_yours, enquiry_closed. */
export const closeEnquiry = action(contract.closeEnquiry, async (ask, { id }) => {
  const { tx, actor, now } = ask
  const { status } = await lockAsked(tx, actor, id)
  if (status === 'closed') refuse(enquiryClosed())
  await setStatus(tx, id, { status: 'closed', at: now, closedBy: actor.name })
  return findEnquiry(tx, actor, id)
})

/** Refuses: not_found, enquiry_closed, enquiry_messages_many. */
export const answerEnquiry = action(contract.answerEnquiry, async (ask, { id, text, isFinal }) => {
  const { tx, actor, now } = ask
  const held = await lockEnquiry(tx, actor, id)
  const reason = whyNotWrite(held)
  if (reason) throw reason
  const { memberId, kind, subject } = held
  await insertMessage(ask, id, { memberId, isAnswer: true, text })
  await setStatus(tx, id, { status: isFinal ? 'answered' : 'in_progress', at: now })
  if (memberId)
    notifyMembers(tx, actor.cooperativeId, [
      {
        memberId,
        message: t('Your officers answered your {kind} “{subject}”.', {
          kind: enquiryKindNames[kind].toLowerCase(),
          subject,
        }),
        link: `/member/meetings/enquiries/${id}`,
      },
    ])
  return findEnquiry(tx, actor, id)
})

/** An auditor goes on with queries of auditors, a member with what is their own. Refuses: not_found, enquiry_not_yours. */
async function lockAsked(tx: Tx, actor: TenantActor, id: EnquiryId): Promise<Held> {
  const held = await lockEnquiry(tx, actor, id)
  return kindsToSend(actor).includes(held.kind) ? held : refuse(enquiryNotYours())
}

async function insertMessage(
  { tx, actor, now }: Ask,
  enquiryId: EnquiryId,
  message: { memberId: MemberId | null; isAnswer: boolean; text: string },
): Promise<void> {
  await insert(tx, 'app.enquiry_message', {
    ...{ enquiryId, messageId: newId(), ...message, authorName: actor.name, writtenAt: now },
  })
}

/** All offices read the bell, so that it says what has come and nothing of what is in it; of many, of which none was read yet, it says so once. */
function announceEnquiry(tx: Tx, cooperativeId: CooperativeId, kind: EnquiryKind, id: EnquiryId): void {
  const message = t('{kind} received. It waits for an answer.', { kind: enquiryKindNames[kind] })
  const several = t('Several messages of members or auditors were received. They wait for an answer.')
  notifyOfEnquiry(tx, cooperativeId, { message, link: `/coop/governance/enquiries/${id}`, several })
}

/**
 * Signs a member's tokens of the month, each for one message without a name. It leaves no line in the audit trail, because
 * no one is to read who has tokens. Refuses: not_permitted, ballot_blinding_wrong, enquiry_tokens_signed.
 */
export const signEnquiryTokens = openAction(
  contract.signEnquiryTokens,
  async (context, _caller, { blinded = [] }, actor: Actor | undefined) => {
    if (actor?.role !== 'member') return refuse('not_permitted')
    const { cooperativeId, memberId } = actor
    const { month, publicKey, sealed } = await openTokenKey(context, cooperativeId)
    const bytes = blinded.map((each) => Buffer.from(each, 'base64url'))
    const name = enquiryKeyName(cooperativeId, month)
    const signatures = bytes.map(
      (each) =>
        signBlinded(context.secret, name, { sealed, blinded: each })?.toString('base64url') ??
        refuse('ballot_blinding_wrong', { field: 'blinded' }),
    )
    if (bytes.length > 0) {
      const isOurs = await context.database.tenant(scopeOf(actor), (tx) =>
        takeBatch(tx, { month, memberId, blindedHash: sha256(Buffer.concat(bytes)) }),
      )
      if (!isOurs) refuse(enquiryTokensSigned())
    }
    return { cooperativeId, publicKey: publicKey.toString('base64url'), signatures }
  },
)

/** The key of this month, made by the first who needs it. */
async function openTokenKey(
  { database, secret, now }: Context,
  cooperativeId: CooperativeId,
): Promise<TokenKey & { sealed: Buffer }> {
  const scope = { cooperativeId, role: 'job' as const }
  const [month, previous] = tokenMonths(now)
  const ofMonth = (keys: TokenKey[]) => {
    const key = keys.find((each) => each.month === month)
    return key?.sealed ? { ...key, sealed: key.sealed } : undefined
  }
  const found = ofMonth(await database.tenant(scope, (tx) => findTokenKeys(tx, previous), { readOnly: true }))
  if (found) return found
  // Making a key pair takes a moment, in which no transaction is to wait.
  const { publicKey, privateKey } = await newBlindKey()
  const sealed = sealBlindKey(secret, enquiryKeyName(cooperativeId, month), privateKey)
  const made = await database.tenant(scope, async (tx) => {
    await insertTokenKey(tx, { month, previous, publicKey, sealed })
    // Another's, where two came first.
    return ofMonth(await findTokenKeys(tx, previous))
  })
  if (!made) throw new Error('The key of the month is gone')
  return made
}

/**
 * Puts a complaint or suggestion into the box from which officers get those of a day on the next morning, from anyone who has
 * the members' pass of the day and a token that was signed for one of them. Sent again it is the same message. Refuses:
 * enquiry_pass_wrong, enquiry_token_wrong, enquiry_token_spent, a closed cooperative.
 */
export const openEnquiryWithoutName = openAction(
  contract.openEnquiryWithoutName,
  async (context, _caller, { pass, token, kind, subject, text }) => {
    const cooperativeId = await findCooperativeOfPass(context, pass)
    const serial = Buffer.from(token.serial, 'base64url')
    const signature = Buffer.from(token.signature, 'base64url')
    const month = await monthOfToken(context, cooperativeId, { serial, signature })
    if (!month) return refuse(enquiryTokenWrong({ field: 'token' }))
    // Of the token, so that a reply that was lost can be asked for again.
    const reference = sha256(Buffer.concat([Buffer.from('reference'), serial]))
      .subarray(0, 16)
      .toString('base64url')
    await context.database.tenant({ cooperativeId, role: 'job' }, async (tx) => {
      const [tokenHash, referenceHash, day] = [sha256(serial), sha256(reference), dayIn(context.now)]
      if (await putIntoBox(tx, { month, tokenHash, referenceHash, kind, subject, text, day })) return
      const before = await findByReference(tx, referenceHash)
      if (before.kind !== kind || before.subject !== subject || before.messages[0]?.text !== text)
        refuse(enquiryTokenSpent())
    })
    return { reference }
  },
)

/** The month whose key signed this token; undefined where none did that is still good. */
async function monthOfToken(
  { database, now }: Context,
  cooperativeId: CooperativeId,
  { serial, signature }: { serial: Buffer; signature: Buffer },
): Promise<Day | undefined> {
  const keys = await database.tenant({ cooperativeId, role: 'job' }, (tx) => findTokenKeys(tx, tokenMonths(now)[1]), {
    readOnly: true,
  })
  const message = Buffer.concat([serial, Buffer.from(tokenText(cooperativeId))])
  for (const { month, publicKey } of keys) if (await isSigned(publicKey, message, signature)) return month
  return undefined
}
