import type { AuditAction } from './audit-action.ts'

/** The named fields of what an act changed. */
export type AuditFacts = Record<string, string | number | boolean | null | undefined>

type AuditLine = {
  at: Date
  actorName: string
  action: AuditAction
  cooperativeName: string | null
  before: AuditFacts
  after: AuditFacts
  reason: string | null
  address: string | null
}

/** Lines of the audit trail as a file for a spreadsheet. */
export function auditCsv(events: readonly AuditLine[]): string {
  const heading = ['At (UTC)', 'Who', 'What', 'Cooperative', 'Before', 'After', 'Reason', 'From']
  const rows = events.map((event) => [
    event.at.toISOString(),
    event.actorName,
    event.action,
    event.cooperativeName,
    factsText(event.before),
    factsText(event.after),
    event.reason,
    event.address,
  ])
  const text = [heading, ...rows].map((cells) => cells.map(cellText).join(',')).join('\r\n')
  // Excel takes a file for UTF-8 only by this mark.
  return `\uFEFF${text}\r\n`
}

function factsText(facts: AuditFacts): string {
  return Object.entries(facts)
    .map(([name, value]) => `${name}: ${value ?? '-'}`)
    .join('; ')
}

/** Quoted, and with a mark before what a spreadsheet would run as a formula. */
function cellText(value: string | null): string {
  const text = /^[=+\-@\t\r]/.test(value ?? '') ? `'${value}` : (value ?? '')
  return `"${text.replaceAll('"', '""')}"`
}
