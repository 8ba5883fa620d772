/** What the platform's audit trail knows of; each line is one act of a super administrator. */
export const auditActions = [
  'session.login',
  'cooperative.status',
  'cooperative.plan',
  'cooperative.documents',
  'cooperative.update',
  'cooperative.delete',
  'cooperative.import',
  'document.open',
  'contact_message.update',
  'message.send_again',
  'support_contact.update',
  'unclaimed_money.handle',
  'audit.export',
  'support.ask',
  'support.open',
  'support.end',
  'super_admin.add',
  'super_admin.reset',
  'super_admin.end',
] as const
export type AuditAction = (typeof auditActions)[number]
