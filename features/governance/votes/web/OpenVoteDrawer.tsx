import { getVotingRules, openVote } from '#features/governance/votes/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isDay } from '#core/calendar.ts'
import {
  type Majority,
  majorities,
  majorityNames,
  type VoteKind,
  voteKindNames,
  voteKinds,
} from '#features/governance/votes/rules/words.ts'
import type { MeetingId } from '#core/ids.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { AlsoBox } from '#ui/parts/AlsoBox.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { DateField } from '#ui/DateField.tsx'
import { FormDrawer, useTried } from '#ui/FormDrawer.tsx'
import { Select, optionsOf } from '#ui/Select.tsx'
import { TextAreaField, TextField } from '#ui/TextField.tsx'
import { todayInLagos } from '#ui/format.ts'
import { toast } from '#ui/toast.ts'
import type { Vote } from './api.ts'

type Values = {
  kind: VoteKind
  wording: string
  names: string
  chooseMax: string
  isSecret: boolean
  date: string
  time: string
  majority: Majority | ''
  alsoSms: boolean
}

const first: Values = {
  kind: 'resolution',
  wording: '',
  names: '',
  chooseMax: '1',
  isSecret: true,
  date: '',
  time: '',
  majority: '',
  alsoSms: false,
}

const namesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** The moment of a day and time in Lagos, an hour ahead of UTC all year. */
const momentOf = (date: string, time: string) => new Date(`${date}T${time}:00+01:00`)

function problemsOf({ kind, wording, names, chooseMax, date, time }: Values): Record<string, string> {
  const count = namesOf(names).length
  return {
    ...(wording.trim() === '' ? { wording: 'Write what is voted on' } : {}),
    ...(kind === 'choice' && (count < 2 || count > 10) ? { options: 'Enter 2 to 10 choices, one a line' } : {}),
    ...(kind === 'choice' && !(Number(chooseMax) >= 1 && Number(chooseMax) < Math.max(count, 2))
      ? { chooseMax: 'Enter a number below the number of choices' }
      : {}),
    ...(isDay(date) ? {} : { date: 'Enter the day on which it closes' }),
    ...(/^\d\d:\d\d$/.test(time) ? {} : { time: 'Enter the time' }),
  }
}

/** Opens a vote at a meeting, or one that is held by itself. */
export function OpenVoteDrawer({
  meetingId,
  onClose,
  onOpened,
}: {
  meetingId: MeetingId | undefined
  onClose: () => void
  onOpened: (vote: Vote) => void
}) {
  const [values, setValues] = useState(first)
  const rules = useQuery(query(getVotingRules, {}))
  const open = useAction(openVote)
  const set = (changes: Partial<Values>) => {
    setValues({ ...values, ...changes })
    if (open.error) open.reset()
  }
  const problems = problemsOf(values)
  const tried = useTried(open, problems)
  const { shown } = tried
  const isChoice = values.kind === 'choice'
  function submit() {
    const { kind, wording, isSecret, date, time, majority, alsoSms } = values
    open.mutate(
      {
        ...{ kind, wording, isSecret, alsoSms, meetingId: meetingId ?? null },
        closesAt: momentOf(date, time),
        ...(isChoice && { options: namesOf(values.names), chooseMax: Number(values.chooseMax) }),
        ...(!isChoice && majority && { majority }),
      },
      {
        onSuccess: (vote) => {
          toast.success('Vote opened')
          onOpened(vote)
        },
      },
    )
  }
  return (
    <FormDrawer
      id="open-vote"
      tried={tried}
      title="Open a vote"
      button="Open vote"
      failed="The vote was not opened"
      onSubmit={submit}
      onClose={onClose}
    >
      <Banner>
        The roll is fixed now by your bye-laws, and the members on it are notified. A vote can’t be changed once it is
        open.
      </Banner>
      <Select
        label="Kind"
        value={values.kind}
        options={optionsOf(voteKinds, voteKindNames)}
        onChange={(kind) => kind && set({ kind })}
      />
      <TextAreaField
        label={isChoice ? 'Question' : 'Resolution'}
        rows={3}
        maxLength={500}
        value={values.wording}
        onChange={(wording) => set({ wording })}
        error={shown['wording']}
        data-autofocus
      />
      {isChoice ? (
        <>
          <TextAreaField
            label="Choices"
            rows={5}
            hint="One a line"
            value={values.names}
            onChange={(names) => set({ names })}
            error={shown['options']}
          />
          <TextField
            label="Each member chooses at most"
            inputMode="numeric"
            maxLength={2}
            value={values.chooseMax}
            onChange={(chooseMax) => set({ chooseMax })}
            error={shown['chooseMax']}
          />
        </>
      ) : (
        <Select
          label="Majority"
          value={values.majority || (rules.data?.majority ?? 'simple')}
          options={optionsOf(majorities, majorityNames)}
          onChange={(majority) => set({ majority })}
          hint={rules.data?.majorityClause || 'Abstentions are no votes cast'}
        />
      )}
      <Checkbox label="Secret ballot" checked={values.isSecret} onChange={(isSecret) => set({ isSecret })} />
      <div className="columns">
        <DateField
          label="Closes on"
          min={todayInLagos()}
          value={values.date}
          onChange={(date) => set({ date })}
          error={shown['date'] ?? shown['closesAt']}
        />
        <TextField
          label="Closes at"
          type="time"
          value={values.time}
          onChange={(time) => set({ time })}
          error={shown['time']}
        />
      </div>
      <AlsoBox label="Also by SMS" checked={values.alsoSms} onChange={(alsoSms) => set({ alsoSms })} />
    </FormDrawer>
  )
}
