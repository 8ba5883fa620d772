import { openElection } from '#features/governance/elections/contract.ts'
import { listMeetings } from '#features/governance/meetings/contract.ts'
import { getOfficers } from '#features/governance/officers/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Day, isDay } from '#core/calendar.ts'
import { postTitle } from '#features/governance/officers/rules/post.ts'
import type { MeetingId, PostId } from '#core/ids.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { wholeList } from '#ui/api/whole-list.ts'
import { AlsoBox } from '#ui/parts/AlsoBox.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { DateField } from '#ui/DateField.tsx'
import { FormDrawer, useTried } from '#ui/FormDrawer.tsx'
import { Select } from '#ui/Select.tsx'
import { TextField } from '#ui/TextField.tsx'
import { todayInLagos } from '#ui/format.ts'
import { toast } from '#ui/toast.ts'
import { type Election, isTime, momentOf } from './api.ts'

type Values = {
  title: string
  /** How many seats of each chosen post are elected, as typed. */
  seats: Partial<Record<PostId, string>>
  date: string
  time: string
  takesOfficeOn: string
  meetingId: MeetingId | ''
  alsoSms: boolean
}

function problemsOf({ title, seats, date, time, takesOfficeOn }: Values): Record<string, string> {
  const chosen = Object.values(seats)
  return {
    ...(title.trim() === '' ? { title: 'Enter a title' } : {}),
    ...(chosen.length === 0 ? { posts: 'Choose at least one post' } : {}),
    ...(chosen.every((text) => /^([1-9]|1\d|20)$/.test(text ?? '')) ? {} : { posts: 'Enter the seats of each post' }),
    ...(isDay(date) ? {} : { date: 'Enter the day on which nominations close' }),
    ...(isTime(time) ? {} : { time: 'Enter the time' }),
    ...(isDay(takesOfficeOn) ? {} : { takesOfficeOn: 'Enter the day of the hand-over' }),
  }
}

/** Opens an election to one or more posts. */
export function OpenElectionDrawer({
  onClose,
  onOpened,
}: {
  onClose: () => void
  onOpened: (election: Election) => void
}) {
  const [values, setValues] = useState<Values>({
    ...{ title: '', seats: {}, date: '', time: '', takesOfficeOn: '', meetingId: '', alsoSms: false },
  })
  const register = useQuery(query(getOfficers, {}))
  const meetings = useQuery(wholeList(listMeetings, { when: 'upcoming' }))
  const open = useAction(openElection)
  const set = (changes: Partial<Values>) => {
    setValues({ ...values, ...changes })
    if (open.error) open.reset()
  }
  const problems = problemsOf(values)
  const tried = useTried(open, problems)
  const { shown } = tried
  function submit() {
    open.mutate(
      {
        title: values.title.trim(),
        meetingId: values.meetingId || null,
        posts: Object.entries(values.seats).map(([postId, seats]) => ({
          postId: postId as PostId,
          seats: Number(seats),
        })),
        nominationsCloseAt: momentOf(values.date, values.time),
        takesOfficeOn: values.takesOfficeOn as Day,
        alsoSms: values.alsoSms,
      },
      {
        onSuccess: (election) => {
          toast.success('Election opened')
          onOpened(election)
        },
      },
    )
  }
  return (
    <FormDrawer
      id="open-election"
      tried={tried}
      title="Open an election"
      button="Open election"
      failed="The election was not opened"
      onSubmit={submit}
      onClose={onClose}
    >
      <Banner>Nominations open now, and all members are notified. The ballot is opened after they have closed.</Banner>
      <TextField
        label="Title"
        hint="Such as Elections 2027"
        maxLength={120}
        value={values.title}
        onChange={(title) => set({ title })}
        error={shown['title']}
        data-autofocus
      />
      <fieldset className="stack">
        <legend>Posts</legend>
        {register.data?.posts.map((post) => (
          <PostChoice
            key={post.id}
            title={postTitle(post)}
            most={post.seats}
            seats={values.seats[post.id]}
            onChange={(text) => {
              const { [post.id]: _before, ...rest } = values.seats
              set({ seats: text === undefined ? rest : { ...rest, [post.id]: text } })
            }}
          />
        ))}
        {register.data?.posts.length === 0 && <p className="muted">Add the posts on the Officers page first.</p>}
        {shown['posts'] && (
          <p className="field__error" role="alert">
            {shown['posts']}
          </p>
        )}
      </fieldset>
      <div className="columns">
        <DateField
          label="Nominations close on"
          min={todayInLagos()}
          value={values.date}
          onChange={(date) => set({ date })}
          error={shown['date'] ?? shown['nominationsCloseAt']}
        />
        <TextField
          label="Nominations close at"
          type="time"
          value={values.time}
          onChange={(time) => set({ time })}
          error={shown['time']}
        />
      </div>
      <Select
        label="General meeting"
        optional
        placeholder="None"
        value={values.meetingId}
        options={(meetings.data ?? [])
          .filter(({ kind }) => kind !== 'committee')
          .map(({ id, title }) => ({ value: id, label: title }))}
        onChange={(meetingId) => set({ meetingId })}
        error={shown['meetingId']}
      />
      <DateField
        label="New holders take office on"
        min={todayInLagos()}
        value={values.takesOfficeOn}
        onChange={(takesOfficeOn) => set({ takesOfficeOn })}
        error={shown['takesOfficeOn']}
      />
      <AlsoBox label="Also by SMS" checked={values.alsoSms} onChange={(alsoSms) => set({ alsoSms })} />
    </FormDrawer>
  )
}

function PostChoice({
  title,
  most,
  seats,
  onChange,
}: {
  title: string
  most: number
  seats: string | undefined
  onChange: (seats: string | undefined) => void
}) {
  return (
    <>
      <Checkbox
        label={title}
        checked={seats !== undefined}
        onChange={(isChosen) => onChange(isChosen ? String(most) : undefined)}
      />
      {seats !== undefined && most > 1 && (
        <TextField
          label={`Seats to elect, ${title}`}
          inputMode="numeric"
          maxLength={2}
          value={seats}
          onChange={(text) => onChange(text)}
        />
      )}
    </>
  )
}
