import { dayText } from '#core/calendar.ts'
import type { ErasureRequestId } from '#core/ids.ts'
import { dayAheadProblem } from '#core/past-day.ts'
import { noticeVersion } from '#core/privacy-notice.ts'
import { Refusal, refusal, refuse } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import { waitingAction } from '#features/access/change-requests/server/waiting-action.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import * as contract from '#features/members/data-protection/contract.ts'
import { erasureTexts } from '#features/members/data-protection/rules/sms-texts.ts'
import { isFormer } from '#features/members/members/rules/member.ts'
import { findMember } from '#features/members/members/server/reads.ts'
import { action, type Ask } from '#platform/action.ts'
import { newId } from '#platform/db/id.ts'
import { queueMessages } from '#platform/db/messages.ts'
import { insert, update } from '#platform/db/write.ts'
import {
  findConsent,
  findErasureRequest,
  findMembershipNumber,
  findObstacles,
  lockErasureRequest,
  ownMemberId,
} from './reads.ts'
import { erasePerson, lockPerson } from './writes.ts'

const erasureAsked = refusal('erasure_asked', 409, 'You have asked for this already. An officer decides about it.')
const erasureDecided = refusal('erasure_decided', 409, '{by} has decided about this request already.')
const reasonMissing = refusal('erasure_reason_missing', 422, 'Give the reason, which the member will read.')
const letterAhead = refusal('erasure_letter_ahead', 422, dayAheadProblem)
const letterWaits = refusal(
  'erasure_letter_waits',
  409,
  'A request of this person waits already. Decide about it first.',
)
const asksThemselves = refusal(
  'erasure_asks_himself',
  409,
  'This person is still a member and can ask in their own settings, under “My data”. A letter is recorded for former members.',
)

/** Records that a member agreed to today's text of the notice; the same version a second time leaves the first day. Refuses: consent_version_wrong. */
export const giveConsent = action(contract.giveConsent, async ({ tx, actor }, { version }) => {
  if (version !== noticeVersion) refuse('consent_version_wrong', { field: 'version' })
  const memberId = ownMemberId(actor)
  await insert(tx, 'app.consent', { memberId, version }, { unlessThere: true })
  return findConsent(tx, memberId, version)
})

/** Saves a member's request for erasure, which the officers decide. Refuses: erasure_asked. */
export const askForErasure = action(contract.askForErasure, async ({ tx, actor }, { reason }) => {
  const requestId = newId<ErasureRequestId>()
  const request = { requestId, memberId: ownMemberId(actor), reason: reason || null }
  if (!(await insert(tx, 'app.erasure_request', request, { unlessThere: true }))) refuse(erasureAsked())
  return findErasureRequest(tx, requestId)
})

/** Saves a former member's written request and notifies them at once. Refuses: not_found, erasure_letter_ahead, erasure_asks_himself, erasure_letter_waits. */
export const recordErasureLetter = action(
  contract.recordErasureLetter,
  async (ask, { id: memberId, writtenOn, note }) => {
    const { tx, actor, today, context } = ask
    const { status, firstName, lastName, membershipno, phone, email } = await findMember(tx, memberId)
    if (writtenOn > today) refuse(letterAhead({ field: 'writtenOn' }))
    if (!isFormer(status)) refuse(asksThemselves())
    const requestId = newId<ErasureRequestId>()
    const recorded = { writtenOn, recordedBy: actor.loginId, recordedByName: actor.name }
    const request = { requestId, memberId, reason: note, ...recorded }
    if (!(await insert(tx, 'app.erasure_request', request, { unlessThere: true }))) refuse(letterWaits())

    // Whoever left has no portal in which to read of it, and an erasure can't be undone.
    const text = erasureTexts.letterRecorded(actor.name, `${firstName} ${lastName}`, membershipno)
    const message = { kind: 'security', memberId, text } as const
    await queueMessages(
      tx,
      actor.cooperativeId,
      [
        ...(phone ? [{ ...message, channel: 'sms' as const, to: phone }] : []),
        ...(email ? [{ ...message, channel: 'email' as const, to: email, subject: t('Your data') }] : []),
      ],
      context.messagesWaiting,
    )
    return findErasureRequest(tx, requestId)
  },
)

/**
 * Refuses a member's wish with a reason, or takes the person out of the records. The books are not touched. By a letter that an officer
 * recorded it waits: the society has no other sign of what the person wants, and it can't be undone.
 * Refuses: not_found, erasure_decided, erasure_reason_missing, member_has_money, member_has_loan, member_loan_recoverable, member_stands_for_loan, member_exit_open, member_has_requests.
 */
export const decideErasure = waitingAction(
  contract.decideErasure,
  async ({ tx }, { requestId, decision }) => {
    if (decision !== 'erase') return undefined
    const { memberId } = await lockErasureRequest(tx, requestId)
    const { letter } = await findErasureRequest(tx, requestId)
    if (!letter) return undefined
    // Without the name, which has to go.
    const membershipno = await findMembershipNumber(tx, memberId)
    const [day, by] = [dayText(letter.writtenOn), letter.recordedBy]
    return {
      description: t('Erase the personal data of member {membershipno} by a letter of {day} that {by} recorded', {
        ...{ membershipno, day, by },
      }),
      memberId,
    }
  },
  async (ask, { requestId, decision, reason }) => {
    const { tx, actor } = ask
    const { memberId, status, decidedBy } = await lockErasureRequest(tx, requestId)
    if (status !== 'pending') refuse(erasureDecided({ by: decidedBy ?? t('Another officer') }))
    if (decision === 'refuse') {
      if (!reason) return refuse(reasonMissing({ field: 'reason' }))
      await settle(ask, requestId, 'refused', reason)
      const message = t('Your data was not erased: {reason}', { reason })
      notifyMembers(tx, actor.cooperativeId, [{ memberId, type: 'warning', message, link: '/member/settings' }])
      return findErasureRequest(tx, requestId)
    }
    await lockPerson(tx, memberId)
    const [first, ...also] = await findObstacles(tx, memberId)
    if (first) throw new Refusal(first.code, first.detail, also)

    await settle(ask, requestId, 'carried_out', reason || null)
    await erasePerson(tx, actor, memberId)
    return findErasureRequest(tx, requestId)
  },
)

/** Must succeed, unless another officer was quicker. Refuses: erasure_decided. */
async function settle(
  { tx, actor, now }: Ask,
  requestId: ErasureRequestId,
  status: 'refused' | 'carried_out',
  decidedReason: string | null,
): Promise<void> {
  const decided = { decidedBy: actor.loginId, decidedByName: actor.name, decidedAt: now, decidedReason }
  if ((await update(tx, 'app.erasure_request', { requestId, status: 'pending' }, { status, ...decided })) === 0)
    refuse(erasureDecided({ by: t('Another officer') }))
}
