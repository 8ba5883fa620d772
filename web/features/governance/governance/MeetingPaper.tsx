import { Suspense, lazy } from 'react'
import { clockText, meetingKindNames } from '#domain/governance/governance/meeting.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { countText, plural } from '#web/ui/format.ts'
import './MeetingPaper.css'
import type { Meeting } from './api.ts'

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
          <h3>Agenda</h3>
          <ol className="meeting-paper__lines">
            {agenda.map((line, index) => (
              <li key={index}>{line}</li>
            ))}
          </ol>
        </section>
      )}
      {minutes !== null && (
        <section>
          <h3>Minutes</h3>
          <p className="meeting-paper__minutes">{minutes}</p>
        </section>
      )}
      {resolutions.length > 0 && (
        <section>
          <h3>Resolutions</h3>
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
          <h3>Actions</h3>
          <ol className="meeting-paper__lines">
            {actions.map(({ wording, memberName, dueOn }, index) => (
              <li key={index}>
                {wording}{' '}
                <span className="muted">
                  ({memberName}, by <DateText on={dueOn} />)
                </span>
              </li>
            ))}
          </ol>
        </section>
      )}
      {minutes !== null && (
        <p className="muted">
          {adoptedAt ? (
            <>
              Adopted on <DateText on={adoptedAt} />
              {adoptedAtMeeting && (
                <>
                  {' '}
                  by the meeting of <DateText on={adoptedAtMeeting.date} /> ({adoptedAtMeeting.title})
                </>
              )}
              , recorded by {adoptedBy}.
            </>
          ) : (
            <>
              Written by {minutesBy}
              {minutesAt && (
                <>
                  {' '}
                  on <DateText on={minutesAt} />
                </>
              )}
              . Not adopted yet: the next meeting may still correct them.
            </>
          )}
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
        { label: 'Kind', value: meetingKindNames[kind] },
        {
          label: 'When',
          value: (
            <>
              <DateText on={date} />, <span className="number">{clockText(time)}</span>
            </>
          ),
        },
        { label: 'Where', value: place },
        { label: 'Present', value: status === 'held' && plural(present, 'member') },
        {
          label: 'Quorum',
          value:
            quorum !== null &&
            `${plural(quorum, 'member')}${status === 'held' ? (present >= quorum ? ', reached' : ', not reached') : ''}`,
        },
        { label: 'Cancelled', value: cancelledReason },
      ]}
    />
  )
}

function votesText(line: Meeting['resolutions'][number]): string {
  const parts = [
    ...(line.for === null ? [] : [`${countText(line.for)} for`]),
    ...(line.against === null ? [] : [`${countText(line.against)} against`]),
    ...(line.abstain === null ? [] : [`${countText(line.abstain)} abstained`]),
  ]
  if (line.outcome === 'carried' || line.outcome === 'lost') parts.push(line.outcome)
  return parts.length > 0 ? `(${parts.join(', ')})` : ''
}
