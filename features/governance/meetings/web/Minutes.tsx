import { writeMinutes } from '#features/governance/meetings/minutes.ts'
import { useAction } from '#ui/api/use-action.ts'
import { Plus, Trash2 } from 'lucide'
import { Suspense, lazy, useState } from 'react'
import { fieldErrors } from '#ui/api/api-error.ts'
import { may } from '#ui/session/may.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button, IconButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Form } from '#ui/Form.tsx'
import { TextAreaField, TextField } from '#ui/TextField.tsx'
import { toast } from '#ui/toast.ts'
import { MeetingActions } from './MeetingActions.tsx'
import { MeetingPaper } from './MeetingPaper.tsx'
import { MinutesFile } from './MinutesFile.tsx'
import './Minutes.css'
import { type Meeting, whyClosed } from './api.ts'

const AdoptDialog = lazy(async () => ({ default: (await import('./AdoptDialog.tsx')).AdoptDialog }))

type Line = { text: string; for: string; against: string; abstain: string }
const noLine: Line = { text: '', for: '', against: '', abstain: '' }
const shownCount = (count: number | null) => (count === null ? '' : String(count))
const countOf = (text: string) => (text.trim() === '' ? null : Number(text))
const isCount = (text: string) => /^\d{0,5}$/.test(text.trim())

/** Writes the minutes and resolutions until they are adopted; then they are a paper. Their actions are beside them. */
export function Minutes({ meeting }: { meeting: Meeting }) {
  const closed = whyClosed(meeting)
  if (closed && !meeting.adoptedAt) return <Banner>{closed}</Banner>
  return (
    <>
      {may('meeting.manage') && !closed ? <MinutesForm meeting={meeting} /> : <MinutesPaper meeting={meeting} />}
      <div className="meeting-screen">
        <MeetingActions meeting={meeting} />
      </div>
    </>
  )
}

function MinutesPaper({ meeting }: { meeting: Meeting }) {
  return (
    <Card actions={meeting.hasMinutes && <MinutesFile meeting={meeting} />}>
      {meeting.adoptedAt && (
        <div className="meeting-screen minutes-note">
          <Banner tone="success">{whyClosed(meeting)}</Banner>
        </div>
      )}
      {meeting.hasMinutes ? (
        <MeetingPaper meeting={meeting} minutesOnly />
      ) : (
        <p className="muted">No minutes are written yet.</p>
      )}
    </Card>
  )
}

function MinutesForm({ meeting }: { meeting: Meeting }) {
  const [text, setText] = useState(meeting.minutes ?? '')
  const [lines, setLines] = useState<readonly Line[]>(() =>
    meeting.resolutions
      .filter(({ voteId }) => !voteId)
      .map((line) => ({
        text: line.text,
        for: shownCount(line.for),
        against: shownCount(line.against),
        abstain: shownCount(line.abstain),
      })),
  )
  const [tries, setTries] = useState(0)
  const [isChanged, setChanged] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const write = useAction(writeMinutes)
  const problem = text.trim() === '' ? 'Write the minutes' : undefined
  const wrong = lines.some((line) => line.text.trim() === '' || ![line.for, line.against, line.abstain].every(isCount))

  function submit() {
    setTries(tries + 1)
    if (problem || wrong) return
    const resolutions = lines.map((line) => ({
      text: line.text,
      for: countOf(line.for),
      against: countOf(line.against),
      abstain: countOf(line.abstain),
    }))
    write.mutate(
      { id: meeting.id, minutes: text, resolutions },
      {
        onSuccess: () => {
          setChanged(false)
          toast.success('Minutes saved')
        },
      },
    )
  }
  function change(next: readonly Line[]) {
    setChanged(true)
    setLines(next)
  }
  return (
    <Card
      actions={
        <>
          {!isChanged && <MinutesFile meeting={meeting} />}
          {meeting.hasMinutes && (
            <Button needs="meeting.manage" disabled={isChanged} onClick={() => setAsking(true)}>
              Adopt minutes
            </Button>
          )}
          <Button needs="meeting.manage" look="primary" type="submit" form="minutes" busy={write.isPending}>
            Save minutes
          </Button>
        </>
      }
    >
      <Form
        id="minutes"
        className="stack"
        problems={tries > 0 && (problem || wrong) ? tries : write.error}
        onSubmit={submit}
      >
        {write.error && <RefusedBanner error={write.error} title="The minutes were not saved" />}
        <TextAreaField
          label="Minutes"
          rows={14}
          value={text}
          onChange={(next) => {
            setChanged(true)
            setText(next)
          }}
          error={tries > 0 && problem ? problem : write.error ? fieldErrors(write.error)['minutes'] : undefined}
        />
        {meeting.resolutions.some(({ voteId }) => voteId) && (
          <p className="muted">
            Results of votes are resolutions already:{' '}
            {meeting.resolutions.flatMap(({ voteId, text: words }) => (voteId ? [words] : [])).join(' ')}
          </p>
        )}
        <Resolutions lines={lines} showProblems={tries > 0} onChange={change} />
      </Form>
      <Suspense>{isAsking && <AdoptDialog meeting={meeting} onClose={() => setAsking(false)} />}</Suspense>
    </Card>
  )
}

function Resolutions({
  lines,
  showProblems,
  onChange,
}: {
  lines: readonly Line[]
  showProblems: boolean
  onChange: (lines: readonly Line[]) => void
}) {
  const set = (at: number, changes: Partial<Line>) =>
    onChange(lines.map((line, index) => (index === at ? { ...line, ...changes } : line)))
  return (
    <fieldset className="stack">
      <legend>Resolutions</legend>
      {lines.map((line, at) => (
        <div key={at} className="minutes-resolution">
          <TextField
            label={`Resolution ${at + 1}`}
            maxLength={500}
            value={line.text}
            onChange={(text) => set(at, { text })}
            error={showProblems && line.text.trim() === '' ? 'Write what was resolved' : undefined}
          />
          {(['for', 'against', 'abstain'] as const).map((side) => (
            <TextField
              key={side}
              label={{ for: 'For', against: 'Against', abstain: 'Abstained' }[side]}
              inputMode="numeric"
              value={line[side]}
              onChange={(count) => set(at, { [side]: count })}
              error={isCount(line[side]) ? undefined : 'Number'}
            />
          ))}
          <IconButton
            needs="meeting.manage"
            icon={Trash2}
            label={`Remove resolution ${at + 1}`}
            onClick={() => onChange(lines.toSpliced(at, 1))}
          />
        </div>
      ))}
      <div>
        <Button needs="meeting.manage" icon={Plus} onClick={() => onChange([...lines, noLine])}>
          Add resolution
        </Button>
      </div>
    </fieldset>
  )
}
