import {
  cancelElection,
  cancelHandOver,
  declareResult,
  openBallot,
  retryHandOver,
} from '#features/governance/elections/contract.ts'
import { useState } from 'react'
import { isDay } from '#core/calendar.ts'
import type { CandidateId } from '#core/ids.ts'
import { useAction } from '#ui/api/use-action.ts'
import { AlsoBox } from '#ui/parts/AlsoBox.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { DateField } from '#ui/DateField.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { FormDialog, useTried } from '#ui/FormDrawer.tsx'
import { ReasonDialog } from '#ui/ReasonDialog.tsx'
import { TextAreaField, TextField } from '#ui/TextField.tsx'
import { todayInLagos } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import { type Election, type ElectionPost, type HandOver, isTime, momentOf, standingBallots } from './api.ts'

/** Asks once more, and for what is missing, before an officer acts on an election. */
export function ElectionDialogs({
  election,
  doing,
  about,
  onClose,
}: {
  election: Election
  doing: string
  about: string
  onClose: () => void
}) {
  const post = election.posts.find(({ postId }) => postId === about)
  const handOver = election.handOvers.find(({ id }) => id === about)
  if (doing === 'cancel')
    return (
      <ReasonDialog
        endpoint={cancelElection}
        input={{ id: election.id }}
        title="Cancel this election?"
        description="Nominations are dropped, and members read your reason. With two or more officers another one has to approve it."
        button="Cancel election"
        keep="Keep election"
        failed="The election was not cancelled"
        done="Election cancelled"
        onClose={onClose}
      />
    )
  if (doing === 'cancel-hand-over' && handOver)
    return (
      <ReasonDialog
        endpoint={cancelHandOver}
        input={{ handOverId: handOver.id }}
        title={`Cancel the hand-over to ${handOver.name}?`}
        description="The holder before stays in office. With two or more officers another one has to approve it."
        button="Cancel hand-over"
        keep="Keep hand-over"
        failed="The hand-over was not cancelled"
        done="Hand-over cancelled"
        onClose={onClose}
      />
    )
  if (doing === 'retry' && handOver) return <RetryDialog handOver={handOver} onClose={onClose} />
  if (doing === 'ballot' && post) return <BallotDialog election={election} post={post} onClose={onClose} />
  if (doing === 'declare' && post) return <DeclareDialog election={election} post={post} onClose={onClose} />
  return null
}

function RetryDialog({ handOver, onClose }: { handOver: HandOver; onClose: () => void }) {
  const action = useAction(retryHandOver)
  return (
    <ConfirmDialog
      action={action}
      title={`Hand over to ${handOver.name} now?`}
      description={`It was not done before: ${handOver.reason ?? ''}.`}
      button="Hand over"
      failed="The hand-over was not done"
      onConfirm={() => action.mutate({ handOverId: handOver.id }, toastThen('Hand-over done', onClose))}
      onClose={onClose}
    />
  )
}

function BallotDialog({ election, post, onClose }: { election: Election; post: ElectionPost; onClose: () => void }) {
  const [date, setDate] = useState('')
  const [time, setTime] = useState('')
  const [alsoSms, setAlsoSms] = useState(false)
  const action = useAction(openBallot)
  const problems = {
    ...(isDay(date) ? {} : { date: 'Enter the day on which it closes' }),
    ...(isTime(time) ? {} : { time: 'Enter the time' }),
  }
  const tried = useTried(action, problems)
  const { shown } = tried
  return (
    <FormDialog
      id="open-ballot"
      tried={tried}
      title={`Open the ballot for ${post.title}?`}
      description="Candidates are checked by the bye-laws again, the roll is fixed now, and the members on it are notified. The ballot is secret."
      button="Open ballot"
      failed="The ballot was not opened"
      onSubmit={() =>
        action.mutate(
          { id: election.id, postId: post.postId, closesAt: momentOf(date, time), alsoSms },
          toastThen('Ballot opened', onClose),
        )
      }
      onClose={onClose}
    >
      <div className="columns">
        <DateField
          label="Closes on"
          min={todayInLagos()}
          value={date}
          onChange={setDate}
          error={shown['date'] ?? shown['closesAt']}
        />
        <TextField label="Closes at" type="time" value={time} onChange={setTime} error={shown['time']} />
      </div>
      <AlsoBox label="Also by SMS" checked={alsoSms} onChange={setAlsoSms} />
    </FormDialog>
  )
}

function DeclareDialog({ election, post, onClose }: { election: Election; post: ElectionPost; onClose: () => void }) {
  const [drawn, setDrawn] = useState<readonly CandidateId[]>([])
  const [note, setNote] = useState('')
  const action = useAction(declareResult)
  const tried = useTried(action, {})
  const last = standingBallots(post).at(-1)
  const tied = last?.tied ?? []
  const hasLots = tied.length > 0
  return (
    <FormDialog
      id="declare"
      tried={tried}
      title={`Declare the result for ${post.title}?`}
      description={
        last
          ? 'The confirmed result of the ballot decides. The new holder takes office, and the one before leaves it, on the day of the hand-over.'
          : 'No ballot was held. Eligible candidates are declared elected unopposed, which another officer approves where there are two; without one the post is declared vacant.'
      }
      button="Declare result"
      failed="The result was not declared"
      onSubmit={() =>
        action.mutate(
          {
            ...{ id: election.id, postId: post.postId },
            ...(hasLots && { drawn: [...drawn], ...(note.trim() !== '' && { note: note.trim() }) }),
          },
          toastThen('Result declared', onClose),
        )
      }
      onClose={onClose}
    >
      {hasLots && (
        <>
          <p>
            Tied for the last {last?.seatsLeft === 1 ? 'seat' : `${last?.seatsLeft} seats`}. Draw lots and choose who
            was drawn. Another officer approves it where there are two.
          </p>
          {post.candidates
            .filter(({ id }) => tied.includes(id))
            .map(({ id, name }) => (
              <Checkbox
                key={id}
                label={name}
                checked={drawn.includes(id)}
                onChange={(isDrawn) => setDrawn(isDrawn ? [...drawn, id] : drawn.filter((each) => each !== id))}
                error={id === tied.at(-1) ? tried.shown['drawn'] : undefined}
              />
            ))}
          <TextAreaField
            label="How the lots were drawn"
            hint="It goes into the minutes"
            rows={2}
            maxLength={300}
            value={note}
            onChange={setNote}
            error={tried.shown['note']}
          />
        </>
      )}
    </FormDialog>
  )
}
