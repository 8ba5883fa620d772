import { type Actor, may } from '#core/actor.ts'
import { refusal, type Refusal } from '#core/refusal.ts'
import { labelled } from '#core/words.ts'
import * as strings from './strings.ts'

export const enquiryClosed = refusal('enquiry_closed', 409, 'This is closed. Send a new one.')
const enquiryMessagesMany = refusal('enquiry_messages_many', 409, 'This has {max} messages already. Send a new one.')

export const enquiryKinds = ['complaint', 'suggestion', 'audit_query'] as const
export type EnquiryKind = (typeof enquiryKinds)[number]
/** What a member sends. */
export const memberKinds = ['complaint', 'suggestion'] as const satisfies readonly EnquiryKind[]

export const enquiryKindNames: Record<EnquiryKind, string> = labelled({
  complaint: strings.complaint,
  suggestion: strings.suggestion,
  audit_query: strings.auditQuery,
})

/** `in_progress`: an officer answered and there is more to come. */
export const enquiryStatuses = ['open', 'in_progress', 'answered', 'closed'] as const
export type EnquiryStatus = (typeof enquiryStatuses)[number]

export const enquiryStatusNames: Record<EnquiryStatus, string> = labelled({
  open: strings.waitingForAnAnswer,
  in_progress: strings.inProgress,
  answered: strings.answered,
  closed: strings.closed,
})

export const messagesMax = 200

/** Treasurers answer the auditor; what members send is read by those who answer for the whole society, and by the auditor. */
export function kindsSeenBy(actor: Actor): readonly EnquiryKind[] {
  if (actor.role === 'member') return memberKinds
  return actor.role === 'coop_admin' && actor.office === 'treasurer' ? ['audit_query'] : enquiryKinds
}

/** What this person can send: members their complaints, auditors their queries. Support reads as an auditor does and sends nothing. */
export function kindsToSend(actor: Actor): readonly EnquiryKind[] {
  if (!may(actor, 'enquiry.ask') || (actor.role === 'coop_admin' && actor.isSupport)) return []
  return actor.role === 'member' ? memberKinds : ['audit_query']
}

/** In which part this person can write in an enquiry that they see; undefined where they only read it. */
export function writesAs(actor: Actor, kind: EnquiryKind): 'asker' | 'officer' | undefined {
  if (may(actor, 'enquiry.answer')) return 'officer'
  return kindsToSend(actor).includes(kind) ? 'asker' : undefined
}

/** Why nothing more can be written, or undefined when it can. */
export function whyNotWrite({ status, messages }: { status: EnquiryStatus; messages: number }): Refusal | undefined {
  if (status === 'closed') return enquiryClosed()
  return messages < messagesMax ? undefined : enquiryMessagesMany({ max: messagesMax })
}
