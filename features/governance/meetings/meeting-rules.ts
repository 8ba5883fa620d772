import * as z from 'zod/mini'
import { agendaTemplates } from './rules/agenda.ts'
import { noticeDaysMax } from './rules/meeting-rules.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { optionalText, whole } from '#core/contract/fields.ts'
import { agenda, quorumMembers } from './contract.ts'

const percentSentence = 'Enter a percentage above 0 and up to 100, with at most two decimals'
/** A part of the active members. */
const percent = z
  .number(percentSentence)
  .check(z.refine((value) => value > 0 && value <= 100 && isHundredths(value), percentSentence))

/** Whether it has two decimals at most, as its shortest text says. */
function isHundredths(value: number): boolean {
  return /^\d+(?:\.\d{1,2})?$/.test(String(value))
}

const ruleFields = {
  /** Calendar days before the day of the meeting; 0 is none. */
  noticeDays: whole(noticeDaysMax),
  quorumMembers: z.nullable(quorumMembers),
}
const isOneQuorum = z.refine<{ quorumMembers: number | null; quorumPercent?: number | null | undefined }>(
  ({ quorumMembers, quorumPercent }) => quorumMembers === null || (quorumPercent ?? null) === null,
  { error: 'Enter the quorum as a number of members or as a percentage, not both', path: ['quorumPercent'] },
)
const ruleOfMembers = z
  .strictObject({
    ...ruleFields,
    noticeClause: optionalText(120),
    quorumPercent: z.optional(z.nullable(percent)),
    quorumClause: optionalText(120),
  })
  .check(isOneQuorum)
const ruleOfCommittees = z.strictObject({
  ...ruleFields,
  noticeClause: optionalText(120),
  quorumClause: optionalText(120),
})

const storedRule = z.object({
  noticeDays: z.number(),
  noticeClause: z.string(),
  quorumMembers: z.nullable(z.number()),
  quorumPercent: z.nullable(z.number()),
  quorumClause: z.string(),
})
const meetingRules = z.object({
  /** Annual and other general meetings. */
  general: storedRule,
  /** Special general meetings. */
  special: storedRule,
  committee: storedRule,
})

export const getMeetingRules = endpoint({
  method: 'GET',
  path: '/governance/meeting-rules',
  summary: 'What the bye-laws say about meetings: days of notice and quorum.',
  access: 'meeting.review',
  reply: z.extend(meetingRules, {
    /** Of whom a percentage would be taken today. */
    activeMembers: z.number(),
  }),
})

export const updateMeetingRules = endpoint({
  method: 'PUT',
  path: '/governance/meeting-rules',
  summary:
    'Replaces what the bye-laws say about meetings; a notice that was sent keeps its days and its quorum. With two or more officers it waits for another one.',
  access: 'configuration.update',
  says: ['settings', 'Changed the bye-laws on meetings'],
  changes: ['governance/meeting-rules', 'governance/meetings'],
  mayWait: true,
  body: z.strictObject({ general: ruleOfMembers, special: ruleOfMembers, committee: ruleOfCommittees }),
  reply: meetingRules,
  message: 'Bye-laws on meetings changed',
})

const template = z.enum(agendaTemplates, `Use one of ${agendaTemplates.join(', ')}`)
const storedTemplate = z.object({
  template,
  agenda: z.array(z.string()),
  /** The society stored it; else it is the usual one. */
  isOwn: z.boolean(),
})

export const getAgendaTemplates = endpoint({
  method: 'GET',
  path: '/governance/agenda-templates',
  summary: 'The agendas with which meetings of each kind can begin.',
  access: 'meeting.review',
  reply: z.object({ templates: z.array(storedTemplate) }),
})

export const saveAgendaTemplate = endpoint({
  method: 'PUT',
  path: '/governance/agenda-templates/:template',
  summary: 'Stores the agenda with which these meetings begin; with an empty one it is the usual agenda again.',
  access: 'meeting.manage',
  says: ['meetings', 'Changed the template of an agenda'],
  changes: ['governance/agenda-templates'],
  params: z.object({ template }),
  body: z.strictObject({ agenda }),
  reply: storedTemplate,
  message: 'Template saved',
})
