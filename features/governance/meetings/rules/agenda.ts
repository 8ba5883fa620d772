import { labelled } from '#core/words.ts'
import type { MeetingKind } from './meeting.ts'

export const agendaTemplates = ['annual_general', 'general', 'special_general', 'committee', 'loans'] as const
export type AgendaTemplate = (typeof agendaTemplates)[number]

export const agendaTemplateNames: Record<AgendaTemplate, string> = labelled({
  annual_general: 'Annual general meetings',
  general: 'General meetings',
  special_general: 'Special general meetings',
  committee: 'Committee meetings',
  loans: 'Loan committee meetings',
})

/** The templates with which a meeting of this kind can begin. */
export function agendaTemplatesOf(kind: MeetingKind): readonly AgendaTemplate[] {
  return kind === 'committee' ? ['committee', 'loans'] : [kind]
}

const [opening, lastMinutes, mattersArising, otherBusiness, closing] = [
  'Opening and quorum',
  'Minutes of the last meeting',
  'Matters arising and actions',
  'Any other business',
  'Closing',
]

/** What these meetings usually deal with, until the society has a template of its own. */
export const usualAgendas: Record<AgendaTemplate, readonly string[]> = {
  annual_general: [
    opening,
    lastMinutes,
    mattersArising,
    'Reports of the officers',
    'Accounts of the year and the auditor’s report',
    'Appropriation of the surplus and dividend',
    'Election of officers',
    otherBusiness,
    closing,
  ],
  general: [
    opening,
    lastMinutes,
    mattersArising,
    'Report of the treasurer',
    'Loans and arrears',
    otherBusiness,
    closing,
  ],
  // Such a meeting decides only about what its notice names.
  special_general: [
    opening,
    'Purpose of the meeting, as the notice says',
    'Discussion',
    'Resolutions and votes',
    closing,
  ],
  committee: [opening, lastMinutes, mattersArising, 'Reports', 'Decisions', otherBusiness, closing],
  loans: [
    opening,
    lastMinutes,
    mattersArising,
    'Loan applications',
    'Arrears and recoveries',
    'Rescheduling and write-offs',
    otherBusiness,
    closing,
  ],
}
