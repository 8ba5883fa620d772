import { addDays, dayIn } from '#core/calendar.ts'
import { addAction, finishAction } from '#features/governance/actions/server/actions.ts'
import {
  adoptMinutes,
  planMeeting,
  recordAttendance,
  sendNotice,
  writeMinutes,
} from '#features/governance/meetings/server/actions.ts'
import { askOf } from '#platform/action.ts'
import { asOfficer, asSecretary, contextIn, memberAt, type SampleSociety } from './sample-society.ts'

/** How many days from the seed the meetings are: last year's annual general meeting, the quarterly one, and the next annual one. */
const [lastAnnual, quarterly, nextAnnual] = [-344, -60, 21]

const agenda = [
  'Opening prayer',
  'Minutes of the last meeting',
  "Treasurer's report",
  'Loans and arrears',
  'Any other business',
  'Closing',
]
const annualAgenda = [...agenda.slice(0, 3), 'Election of officers', ...agenda.slice(4)]
const occasion = { time: '10:00', place: 'Staff canteen, ground floor', quorum: 40 }

/** An annual and a quarterly meeting with adopted minutes and attendance, and the annual one to come, whose notice is out. */
export async function seedMeetings(society: SampleSociety): Promise<void> {
  const { context } = society
  const yearBefore = dayIn(contextIn(context, lastAnnual).now).slice(0, 4)
  await holdMeeting(
    society,
    lastAnnual,
    { kind: 'annual_general', title: `General meeting of ${yearBefore}`, agenda: annualAgenda },
    {
      minutes: (present) => [
        `The meeting opened at 10:12. ${present} members were present, above the quorum of 40.`,
        'The secretary read the minutes of the last annual general meeting, which were adopted without correction.',
        "The treasurer presented the year's accounts and the auditor's report. Members asked about the bank charges; the treasurer showed the statements.",
        'The officers were returned unopposed for a second term. The meeting closed with the national anthem.',
      ],
      resolution: 'The accounts of the year are approved, and ₦60,000 is paid to the officers as honoraria.',
      absentEvery: 4,
    },
  )
  await holdMeeting(
    society,
    quarterly,
    { kind: 'general', title: 'Quarterly general meeting', agenda },
    {
      minutes: (present) => [
        `The meeting opened with a prayer. ${present} members were present.`,
        'The minutes of the last meeting were read and adopted.',
        'The treasurer read the trial balance. Members asked about arrears; the secretary will call those who are behind.',
        'There being no other business, the meeting closed.',
      ],
      resolution: 'Members who are two months behind are called by the secretary.',
      absentEvery: 3,
      actions: [
        { wording: 'Call the members who are two months behind.', dueAfter: 30, doneAfter: 25 },
        { wording: 'Bring three quotations for new canteen chairs.', dueAfter: 75 },
      ],
    },
  )
  await asSecretary(
    society,
    async (tx, own) => {
      const next = {
        ...occasion,
        kind: 'annual_general' as const,
        title: 'Annual general meeting',
        date: dayIn(contextIn(context, nextAnnual).now),
        agenda: annualAgenda,
      }
      const ask = askOf(tx, own, context)
      const { id } = await planMeeting(ask, next)
      await sendNotice(ask, { id, alsoSms: false, alsoEmail: false })
    },
    'secretary',
  )
}

type Plan = { kind: 'general' | 'annual_general'; title: string; agenda: string[] }
type Course = {
  minutes: (present: number) => string[]
  resolution: string
  absentEvery: number
  /** In days from the meeting. */
  actions?: readonly { wording: string; dueAfter: number; doneAfter?: number }[]
}

/** Planned a fortnight before, attended by those who were members then, and adopted by the officers since. */
async function holdMeeting(
  society: SampleSociety,
  days: number,
  plan: Plan,
  { minutes, resolution, absentEvery, actions = [] }: Course,
): Promise<void> {
  const { context, actor, members } = society
  const date = dayIn(contextIn(context, days).now)
  const present = members.flatMap(({ registrationDate, memberid }, n) =>
    registrationDate > date || n % absentEvery === 0 ? [] : [memberid],
  )
  await asOfficer(society, async (tx) => {
    const ask = askOf(tx, actor, context)
    const { id } = await planMeeting(askOf(tx, actor, contextIn(context, days - 15)), { ...occasion, ...plan, date })
    await recordAttendance(ask, { id, present })
    await writeMinutes(ask, {
      id,
      minutes: minutes(present.length).join('\n\n'),
      resolutions: [{ text: resolution, for: present.length - 4, against: 3, abstain: 1 }],
    })
    for (const [n, { wording, dueAfter, doneAfter }] of actions.entries()) {
      const { memberid: memberId } = memberAt(society, n + 5)
      const dueOn = addDays(date, dueAfter)
      const action = await addAction(ask, { id, wording, memberId, dueOn })
      if (doneAfter !== undefined) await finishAction(ask, { id: action.id, on: addDays(date, doneAfter) })
    }
    await adoptMinutes(ask, { id })
  })
}
