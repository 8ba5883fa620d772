import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { sendNotice as contract } from '#features/governance/meetings/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import { meetingKindNames, noticeText, whyNotNotify } from '#features/governance/meetings/rules/meeting.ts'
import { isShortNotice, whyNotShortNotice } from '#features/governance/meetings/rules/meeting-rules.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { announceMessage } from '#features/access/notifications/server/announce-message.ts'
import { countQuorum, factsOf, findMeeting, lockMeeting } from './queries.ts'
import { setNotice, setNoticeGiven } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/**
 * Notifies members of the meeting. A committee's notice leads nowhere, because its meetings are not for the portal. The first notice
 * of a day, time and place is the one that the bye-laws mean, and the quorum is counted with it.
 * Refuses: not_found, meeting_not_planned, meeting_over, recipients_wanted, short_notice.
 */
export async function sendNotice(
  tx: Tx,
  actor: TenantActor,
  { id, to = 'all', shortNoticeReason, alsoSms, alsoEmail }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const meeting = await lockMeeting(tx, id)
  const today = dayIn(context.now)
  // Empty says nothing.
  const given = shortNoticeReason || undefined
  const reason = whyNotNotify(factsOf(meeting), to !== 'all', today) ?? whyNotShortNotice(meeting, given, today)
  if (reason) throw reason
  const sent = await announceMessage(
    tx,
    actor,
    {
      to,
      message: noticeText(meeting),
      link: meeting.kind === 'committee' ? undefined : `/member/meetings/${id}`,
      kind: 'meeting',
      subject: fill(strings.noticeOfMeeting, { kind: meetingKindNames[meeting.kind] }),
      alsoSms,
      alsoEmail,
    },
    context,
  )
  await setNotice(tx, id, sent.id, sent.recipients)
  if (!meeting.isNoticeGiven) {
    const { noticeDays, noticeClause } = meeting
    const isShort = isShortNotice(meeting, today)
    await setNoticeGiven(
      tx,
      id,
      { on: today, toAll: to === 'all', noticeDays, noticeClause, shortNoticeReason: isShort ? (given ?? null) : null },
      meeting.quorumFromByeLaws ? await countQuorum(tx, meeting.kind) : meeting,
    )
  }
  return { ...(await findMeeting(tx, id)), sms: sent.sms, emails: sent.emails }
}
