import { Suspense, lazy } from 'react'
import { clockText, meetingKindNames } from '#features/governance/meetings/rules/meeting.ts'
import { DateText } from '#ui/DateText.tsx'
import { Facts } from '#ui/Facts.tsx'
import { countText } from '#ui/format.ts'
import './MeetingPaper.css'
import type { Meeting } from './api.ts'
import { fill, fillCount } from '#core/fill.ts'
import { fillElements } from '#ui/fill-elements.tsx'
import * as strings from './strings.ts'

const MeetingTerms = lazy(async () => ({ default: (await import('./MeetingTerms.tsx')).MeetingTerms }))

/** A meeting as a paper to read or print: when and where, agenda, minutes, resolutions, actions, adoption; or its minutes alone. */
export function MeetingPaper({ meeting, minutesOnly = false }: { meeting: Meeting; minutesOnly?: boolean }) {
  const { agenda, minutes, minutesBy, minutesAt, resolutions, actions, adoptedAt, adoptedBy, adoptedAtMeeting } =
    meeting
  return (
    <div className="meeting-paper stack">
      <h2 className="meeting-paper__title">{meeting.title}</h2>
      {!minutesOnly && <Occasion meeting={meeting} />}
      {(meeting.noticeGivenOn ?? meeting.quorumFromByeLaws) && (
        <Suspense>
          <MeetingTerms meeting={meeting} minutesOnly={minutesOnly} />
        </Suspense>
      )}
      {agenda.length > 0 && !minutesOnly && (
        <section>
          <h3>{strings.agenda}</h3>
          <ol className="meeting-paper__lines">
            {agenda.map((line, index) => (
              <li key={index}>{line}</li>
            ))}
          </ol>
        </section>
      )}
      {minutes !== null && (
        <section>
          <h3>{strings.minutes}</h3>
          <p className="meeting-paper__minutes">{minutes}</p>
        </section>
      )}
      {resolutions.length > 0 && (
        <section>
          <h3>{strings.resolutions}</h3>
          <ol className="meeting-paper__lines">
            {resolutions.map((line, index) => (
              <li key={index}>
                {line.text} <span className="muted">{votesText(line)}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
      {actions.length > 0 && (
        <section>
          <h3>{strings.actions}</h3>
          <ol className="meeting-paper__lines">
            {actions.map(({ wording, memberName, dueOn }, index) => (
              <li key={index}>
                {wording}{' '}
                <span className="muted">
                  {fillElements(strings.memberNameByDueOn, { memberName, dueOn: <DateText on={dueOn} /> })}
                </span>
              </li>
            ))}
          </ol>
        </section>
      )}
      {minutes !== null && (
        <p className="muted">
          {adoptedAt
            ? fillElements(adoptedAtMeeting ? strings.adoptedByMeeting : strings.adopted, {
                on: <DateText on={adoptedAt} />,
                date: adoptedAtMeeting && <DateText on={adoptedAtMeeting.date} />,
                title: adoptedAtMeeting?.title,
                adoptedBy,
              })
            : fillElements(minutesAt ? strings.writtenOn : strings.written, {
                minutesBy,
                minutesAt: minutesAt && <DateText on={minutesAt} />,
              })}
        </p>
      )}
    </div>
  )
}

function Occasion({
  meeting: { kind, date, time, place, status, quorum, present, cancelledReason },
}: {
  meeting: Meeting
}) {
  return (
    <Facts
      items={[
        { label: strings.kind, value: meetingKindNames[kind] },
        {
          label: strings.when,
          value: (
            <>
              <DateText on={date} />, <span className="number">{clockText(time)}</span>
            </>
          ),
        },
        { label: strings.where, value: place },
        { label: strings.present, value: status === 'held' && fillCount(present, strings.countMember) },
        {
          label: strings.quorum,
          value:
            quorum !== null &&
            quorumText(fillCount(quorum, strings.countMember), status === 'held' ? present >= quorum : undefined),
        },
        { label: strings.cancelled, value: cancelledReason },
      ]}
    />
  )
}

function votesText(line: Meeting['resolutions'][number]): string {
  const parts = [
    ...(line.for === null ? [] : [fill(strings.forFor, { for: countText(line.for) })]),
    ...(line.against === null ? [] : [fill(strings.againstAgainst, { against: countText(line.against) })]),
    ...(line.abstain === null ? [] : [fill(strings.abstainAbstained, { abstain: countText(line.abstain) })]),
  ]
  if (line.outcome === 'carried' || line.outcome === 'lost') parts.push(line.outcome)
  return parts.length > 0 ? `(${parts.join(', ')})` : ''
}

function quorumText(quorum: string, isReached: boolean | undefined): string {
  if (isReached === undefined) return quorum
  return fill(isReached ? strings.quorumReached : strings.quorumNotReached, { quorum })
}
