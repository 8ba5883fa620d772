import { refusal, refuse } from '#core/refusal.ts'
import * as contract from '#features/access/messages/contract.ts'
import { whyNotSendAgain } from '#features/access/messages/rules/message.ts'
import { recordAudit } from '#features/platform-admin/audit-trail/server/record-audit.ts'
import { action, sharedAction } from '#platform/action.ts'
import { upsert } from '#platform/db/write.ts'
import { findMessage, getOwnWays, getSmsBudget, getUsualWays } from './reads.ts'
import { queueAgain, saveWay } from './writes.ts'

const whatsappUnavailable = refusal('whatsapp_unavailable', 409, 'WhatsApp is not set up here. Choose SMS or email.')

/** One of no cooperative leaves a line in the platform's trail. Refuses: not_found, message_not_failed, message_is_code, message_text_gone, message_sent_again_often. */
export const sendMessageAgain = sharedAction(contract.sendMessageAgain, async ({ tx, actor, context }, { id }) => {
  const reason = whyNotSendAgain(await findMessage(tx, actor, id))
  if (reason) throw reason
  // Someone else was quicker.
  if (!(await queueAgain(tx, id))) refuse('message_not_failed', { state: 'waiting' })
  tx.afterCommit(context.messagesWaiting)
  const message = await findMessage(tx, actor, id)
  const { kind, channel, recipient } = message
  if (actor.role === 'superadmin')
    await recordAudit(tx, actor, { action: 'message.send_again', after: { kind, channel, recipient } }, context)
  return message
})

export const setUsualWay = action(contract.setUsualWay, async (ask, { kind, way }) => {
  await saveWay(ask.tx, null, kind, way)
  return getUsualWays(ask, {})
})

/** Choosing WhatsApp is the member's consent to it. Refuses: whatsapp_unavailable. */
export const setOwnWay = action(contract.setOwnWay, async (ask, { kind, way }) => {
  const { tx, actor, context } = ask
  const memberId = actor.memberId ?? refuse('not_found')
  if (way === 'whatsapp' && !context.messaging.byWhatsApp) refuse(whatsappUnavailable({ field: 'way' }))
  await saveWay(tx, memberId, kind, way)
  return getOwnWays(ask, {})
})

/** A new limit is warned of again. */
export const setSmsBudget = action(contract.setSmsBudget, async (ask, { max }) => {
  await upsert(ask.tx, 'app.sms_budget', ['cooperativeId'], {
    cooperativeId: ask.actor.cooperativeId,
    monthMax: max,
    warnedFor: null,
  })
  return getSmsBudget(ask, {})
})
