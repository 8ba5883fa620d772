import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { sendNotice as contract } from '#contract/governance/governance.ts'
import type { TenantActor } from '#domain/actor.ts'
import { dayIn } from '#domain/calendar.ts'
import { meetingKindNames, noticeText, whyNotNotify } from '#domain/governance/governance/meeting.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { announceMessage } from '#server/features/access/notifications/announce-message.ts'
import { factsOf, findMeeting, lockMeeting } from './queries.ts'
import { setNotice } from './store.ts'

/** Tells members of the meeting. A committee's notice leads nowhere, because its meetings are not for the portal. */
export async function sendNotice(
  tx: Tx,
  actor: TenantActor,
  { id, to = 'all', alsoSms, alsoEmail }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const meeting = await lockMeeting(tx, id)
  const reason = whyNotNotify(factsOf(meeting), to !== 'all', dayIn(context.now))
  if (reason) throw reason
  const sent = await announceMessage(
    tx,
    actor,
    {
      to,
      message: noticeText(meeting),
      link: meeting.kind === 'committee' ? undefined : `/member/meetings/${id}`,
      kind: 'meeting',
      subject: `Notice of meeting: ${meetingKindNames[meeting.kind]}`,
      alsoSms,
      alsoEmail,
    },
    context,
  )
  await setNotice(tx, id, sent.id, sent.recipients)
  return { ...(await findMeeting(tx, id)), sms: sent.sms, emails: sent.emails }
}
