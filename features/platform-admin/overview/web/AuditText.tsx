import type { CooperativeStatus } from '#core/actor.ts'
import { isDay } from '#core/calendar.ts'
import type { Plan } from '#features/platform-admin/cooperatives/rules/plan.ts'
import type { AuditAction } from '#features/platform-admin/audit-trail/rules/audit-action.ts'
import { dayText } from '#ui/format.ts'
import './AuditText.css'
import { planWords } from './PlanTag.tsx'
import { statusWords } from './StatusTag.tsx'
import type { AuditEvent } from './api.ts'

export const actionWords: Record<AuditAction, string> = {
  'session.login': 'Logged in',
  'cooperative.status': 'Status decided',
  'cooperative.plan': 'Plan changed',
  'cooperative.documents': 'Documents asked for',
  'cooperative.update': 'Profile corrected',
  'cooperative.delete': 'Cooperative deleted',
  'cooperative.import': 'Cooperative brought from another installation',
  'document.open': 'Document opened',
  'contact_message.update': 'Contact message updated',
  'message.send_again': 'Message sent again',
  'support_contact.update': 'Contact details changed',
  'unclaimed_money.handle': 'Unclaimed money handled',
  'audit.export': 'Audit trail downloaded',
  'support.ask': 'Support access asked for',
  'support.open': 'Support access opened',
  'support.end': 'Support access ended',
  'super_admin.add': 'Super admin added',
  'super_admin.reset': 'Super admin reset',
  'super_admin.end': 'Super admin ended',
}

const fieldWords: Record<string, string> = {
  status: 'Status',
  plan: 'Plan',
  trialEndsOn: 'Last day of the trial',
  name: 'Name',
  email: 'Email',
  address: 'Address',
  registrationNumber: 'Registration number',
  coop_id: 'CoopId',
  phone: 'Phone',
  fileName: 'Document',
  lines: 'Lines',
  number: 'Message',
  noteChanged: 'Note changed',
  minutes: 'Minutes',
  username: 'User name',
}

/** Kept in the file only: what a browser calls itself is for machines. */
const unsaid = ['device']

type Value = AuditEvent['before'][string] | undefined

/** What somebody did, what it changed from and to, and why. */
export function AuditText({ event: { action, before, after, reason } }: { event: AuditEvent }) {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => before[field] !== after[field] && after[field] !== false && !unsaid.includes(field),
  )
  return (
    <div className="audit-text">
      <p className="audit-text__what">{actionWords[action]}</p>
      {fields.map((field) => (
        <p key={field} className="audit-text__change">
          {fieldWords[field] ?? field}:{' '}
          {before[field] !== undefined && (
            <>
              {valueText(field, before[field])}
              {after[field] !== undefined && ' → '}
            </>
          )}
          {after[field] !== undefined && valueText(field, after[field])}
        </p>
      ))}
      {reason && <p className="audit-text__reason">“{reason}”</p>}
    </div>
  )
}

function valueText(field: string, value: Value): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (value === true) return 'yes'
  const text = String(value)
  if (field === 'status')
    return statusWords[text as CooperativeStatus]?.word ?? `${text.charAt(0).toUpperCase()}${text.slice(1)}`
  if (field === 'plan') return planWords[text as Plan] ?? text
  return isDay(text) ? dayText(text) : text
}
