import type { Parsed } from '#core/contract/endpoint.ts'
import type { inviteExternalAuditor as contract } from '#features/access/external-auditors/contract.ts'
import { auditTexts } from '#features/access/login/rules/audit-texts.ts'
import { auditorNumber, whyNotInvite } from '#features/access/login/rules/external-auditor.ts'
import { activationCodeLifetime } from '#features/access/login/rules/session.ts'
import { auditInvitation } from '#features/access/login/rules/strings.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn, dayText } from '#core/calendar.ts'
import { fill } from '#core/fill.ts'
import type { ExternalAuditorId, LoginId } from '#core/ids.ts'
import type { Context } from '#platform/context.ts'
import { codeHash, newCode } from '#platform/credentials/tokens.ts'
import { newId } from '#platform/db/id.ts'
import { type Message, queueMessages } from '#platform/db/messages.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyOfficers } from '#features/access/notifications/server/notify-officers.ts'
import { findExternalAuditor, lockNextNumber, type ShownAuditor } from './queries.ts'
import { createLogin, insertAuditor } from './store.ts'
import * as strings from './strings.ts'

/** Refuses: audit_end_wrong. */
export async function inviteExternalAuditor(
  tx: Tx,
  actor: TenantActor,
  { name, phone, email: given, endsOn }: Parsed<typeof contract>,
  { now, secret, messagesWaiting, publicUrl }: Context,
): Promise<ShownAuditor> {
  const reason = whyNotInvite(endsOn, dayIn(now))
  if (reason) throw reason

  // From here on it must succeed.
  const email = given || null
  const { coopId, society, number } = await lockNextNumber(tx)
  const id = newId<ExternalAuditorId>()
  const loginId = newId<LoginId>()
  const username = auditorNumber(coopId, number)
  const code = newCode()
  await insertAuditor(tx, actor, { id, number, loginId, name, phone, email, endsOn })
  await createLogin(
    tx,
    { loginId, username, name },
    { id: newId(), hash: codeHash(secret, code), expiresAt: new Date(now.getTime() + activationCodeLifetime) },
  )
  const invited = { society, name, endsOn, number: username, code, publicUrl: publicUrl() }
  const messages: Message[] = [
    ...(phone ? [{ kind: 'code' as const, channel: 'sms' as const, to: phone, text: auditTexts.bySms(invited) }] : []),
    ...(email
      ? [
          {
            ...{ kind: 'code' as const, channel: 'email' as const, to: email },
            subject: fill(auditInvitation, { society }),
            text: auditTexts.byEmail(invited),
          },
        ]
      : []),
  ]
  await queueMessages(tx, actor.cooperativeId, messages, messagesWaiting)
  notifyOfficers(tx, actor.cooperativeId, {
    message: fill(strings.invitedTheExternalAuditor, { officer: actor.name, name, endsOn: dayText(endsOn) }),
    link: '/coop/settings?tab=auditors',
  })
  return findExternalAuditor(tx, id, now)
}
