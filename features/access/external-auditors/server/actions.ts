import { dayText } from '#core/calendar.ts'
import { fill } from '#core/fill.ts'
import type { ExternalAuditorId, LoginId } from '#core/ids.ts'
import { t } from '#core/sentence.ts'
import * as contract from '#features/access/external-auditors/contract.ts'
import { auditTexts } from '#features/access/login/rules/audit-texts.ts'
import { auditorNumber, whyNotInvite } from '#features/access/login/rules/external-auditor.ts'
import { activationCodeLifetime } from '#features/access/login/rules/session.ts'
import { auditInvitation } from '#features/access/login/rules/strings.ts'
import { notifyOfficers } from '#features/access/notifications/server/notify-members.ts'
import { action } from '#platform/action.ts'
import { codeHash, newCode } from '#platform/credentials/tokens.ts'
import { newId } from '#platform/db/id.ts'
import { type Message, queueMessages } from '#platform/db/messages.ts'
import { insert } from '#platform/db/write.ts'
import { findExternalAuditor } from './reads.ts'
import { createLogin, endAuditor, lockNextNumber, lockOpenAuditor } from './writes.ts'

/** Their login comes with a code by which they set a password. Refuses: audit_end_wrong. */
export const inviteExternalAuditor = action(
  contract.inviteExternalAuditor,
  async ({ tx, actor, now, today, context }, { name, phone, email: given, endsOn }) => {
    const reason = whyNotInvite(endsOn, today)
    if (reason) throw reason

    // From here on it must succeed.
    const { secret, messagesWaiting, publicUrl } = context
    const email = given || null
    const { coopId, society, number } = await lockNextNumber(tx)
    const [auditorId, loginId] = [newId<ExternalAuditorId>(), newId<LoginId>()]
    const username = auditorNumber(coopId, number)
    const code = newCode()
    await insert(tx, 'app.external_auditor', {
      ...{ auditorId, number, loginId, name, phone, email, endsOn },
      ...{ invitedBy: actor.loginId, invitedByName: actor.name },
    })
    await createLogin(
      tx,
      { loginId, username, name },
      { hash: codeHash(secret, code), expiresAt: new Date(now.getTime() + activationCodeLifetime) },
    )
    const invited = { society, name, endsOn, number: username, code, publicUrl: publicUrl() }
    const messages: Message[] = [
      ...(phone
        ? [{ kind: 'code' as const, channel: 'sms' as const, to: phone, text: auditTexts.bySms(invited) }]
        : []),
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
      message: t('{officer} invited {name} as external auditor until {endsOn}.', {
        ...{ officer: actor.name, name, endsOn: dayText(endsOn) },
      }),
      link: '/coop/settings?tab=auditors',
    })
    return findExternalAuditor(tx, auditorId, now)
  },
)

/** What was ended before stays as it is. Refuses: not_found. */
export const endExternalAuditor = action(contract.endExternalAuditor, async ({ tx, actor, now }, { auditorId }) => {
  const loginId = await lockOpenAuditor(tx, auditorId)
  if (loginId) await endAuditor(tx, actor, auditorId, loginId)
  return findExternalAuditor(tx, auditorId, now)
})
