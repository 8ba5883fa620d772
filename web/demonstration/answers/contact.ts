import * as contract from '#contract/platform/contact.ts'
import { refuse } from '#domain/refusal.ts'
import { above, type Answer, open, paged } from '#web/demonstration/answering.ts'
import type { ContactMessage } from '#web/demonstration/records.ts'
import { recordAudit } from './audit.ts'
import { isIn, newId } from './society.ts'

export const contactAnswers: readonly Answer[] = [
  open(contract.sendContactMessage, ({ world, now }, { name, email, subject, message }) => {
    const number = `C-${String(world.contactMessages.length + 1).padStart(6, '0')}`
    world.contactMessages.push({ id: newId(), number, name, email, subject, message, status: 'open', note: null, createdAt: now.toISOString(), answeredAt: null })
    return { number }
  }),
  above(contract.listContactMessages, ({ world }, input) => {
    const rows = world.contactMessages.filter(({ status, name, email, subject, message }) => (!input.status || status === input.status) && isIn(`${name} ${email} ${subject} ${message}`, input.q)).map(messageFrom)
    return paged(rows, input, { createdAt: (row) => row.createdAt.getTime(), name: (row) => row.name }, '-createdAt')
  }),
  above(contract.updateContactMessage, (moment, { id, status, note }) => {
    const { world, now } = moment
    const message = world.contactMessages.find((each) => each.id === id) ?? refuse('not_found')
    const before = { ...message }
    if (status !== undefined) Object.assign(message, { status, answeredAt: status === 'answered' ? now.toISOString() : null })
    if (note !== undefined) message.note = note || null
    const after = { status: message.status, noteChanged: message.note !== before.note }
    recordAudit(moment, moment.actor, { action: 'contact_message.update', before: { number: before.number, status: before.status }, after })
    return messageFrom(message)
  }),
]

function messageFrom({ createdAt, answeredAt, ...message }: ContactMessage) {
  return { ...message, createdAt: new Date(createdAt), answeredAt: answeredAt === null ? null : new Date(answeredAt) }
}
