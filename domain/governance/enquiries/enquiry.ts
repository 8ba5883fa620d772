import type { Office } from '#domain/actor.ts'
import { Refusal } from '#domain/refusal.ts'
import { labelled } from '#domain/words.ts'

export const enquiryKinds = ['complaint', 'suggestion', 'audit_query'] as const
export type EnquiryKind = (typeof enquiryKinds)[number]
/** What a member sends. */
export const memberKinds = ['complaint', 'suggestion'] as const satisfies readonly EnquiryKind[]

export const enquiryKindNames: Record<EnquiryKind, string> = labelled({
  complaint: 'Complaint',
  suggestion: 'Suggestion',
  audit_query: 'Audit query',
})

/** `in_progress`: an officer answered and there is more to come. */
export const enquiryStatuses = ['open', 'in_progress', 'answered', 'closed'] as const
export type EnquiryStatus = (typeof enquiryStatuses)[number]

export const enquiryStatusNames: Record<EnquiryStatus, string> = labelled({
  open: 'Waiting for an answer',
  in_progress: 'In progress',
  answered: 'Answered',
  closed: 'Closed',
})

export const messagesMax = 200

/** Treasurers answer the auditor; what members send is read by those who answer for the whole society, and by the auditor. */
export function kindsFor(office: Office | 'admin'): readonly EnquiryKind[] {
  return office === 'treasurer' ? ['audit_query'] : enquiryKinds
}

/** Why nothing more can be written, or undefined when it can. */
export function whyNotWrite({ status, messages }: { status: EnquiryStatus; messages: number }): Refusal | undefined {
  if (status === 'closed') return new Refusal('enquiry_closed')
  return messages < messagesMax ? undefined : new Refusal('enquiry_messages_many', { max: messagesMax })
}
