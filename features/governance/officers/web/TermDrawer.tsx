import { recordTerm } from '#features/governance/officers/contract.ts'
import { useState } from 'react'
import { type Day, isDay } from '#core/calendar.ts'
import { postTitle } from '#features/governance/officers/rules/post.ts'
import {
  type EndReason,
  endReasonNames,
  endReasons,
  type WayToPost,
  wayToPostNames,
  waysToPost,
} from '#features/governance/officers/rules/words.ts'
import type { PostId } from '#core/ids.ts'
import { useAction } from '#ui/api/use-action.ts'
import { MemberField } from '#ui/parts/MemberField.tsx'
import type { FoundMember } from '#ui/parts/choices.ts'
import { DateField } from '#ui/DateField.tsx'
import { FormDrawer, useTried } from '#ui/FormDrawer.tsx'
import { Select, optionsOf } from '#ui/Select.tsx'
import { todayInLagos } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import type { Post } from './api.ts'

type Values = {
  postId: PostId | ''
  member: FoundMember | undefined
  startedOn: string
  endsOn: string
  endedOn: string
  cameBy: WayToPost
  endReason: EndReason | ''
}

const first: Values = {
  ...{ postId: '', member: undefined, startedOn: '', endsOn: '', endedOn: '', endReason: '' },
  cameBy: 'elected',
}

function problemsOf({ postId, member, startedOn, endsOn, endedOn, endReason }: Values): Record<string, string> {
  const wrong = (text: string) => text !== '' && !isDay(text)
  return {
    ...(postId === '' ? { postId: 'Choose a post' } : {}),
    ...(member ? {} : { memberId: 'Choose a member' }),
    ...(isDay(startedOn) ? {} : { startedOn: 'Enter the first day' }),
    ...(wrong(endsOn) ? { endsOn: 'Enter a date or leave it empty' } : {}),
    ...(wrong(endedOn) ? { endedOn: 'Enter a date or leave it empty' } : {}),
    ...(endedOn !== '' && endReason === '' ? { endReason: 'Choose why the term ended' } : {}),
  }
}

/** Enters a holder into the register, also one who held a post before it. */
export function TermDrawer({ posts, onClose }: { posts: readonly Post[]; onClose: () => void }) {
  const [values, setValues] = useState(first)
  const record = useAction(recordTerm)
  const set = (changes: Partial<Values>) => {
    setValues({ ...values, ...changes })
    if (record.error) record.reset()
  }
  const problems = problemsOf(values)
  const tried = useTried(record, problems)
  const { shown } = tried
  function submit() {
    const { postId, member, startedOn, endsOn, endedOn, cameBy, endReason } = values
    if (postId === '' || !member) return
    record.mutate(
      {
        ...{ postId, memberId: member.memberid, cameBy, startedOn: startedOn as Day },
        ...(endsOn !== '' && { endsOn: endsOn as Day }),
        ...(endedOn !== '' && endReason !== '' && { endedOn: endedOn as Day, endReason }),
      },
      toastThen('Term recorded', onClose),
    )
  }
  return (
    <FormDrawer
      id="term"
      tried={tried}
      title="Record holder"
      button="Record holder"
      failed="The holder was not recorded"
      onSubmit={submit}
      onClose={onClose}
    >
      <Select
        label="Post"
        placeholder="Choose"
        value={values.postId}
        options={posts.map((post) => ({ value: post.id, label: postTitle(post) }))}
        onChange={(postId) => set({ postId })}
        error={shown['postId']}
        data-autofocus
      />
      <MemberField
        label="Member"
        selected={values.member}
        onSelect={(member) => set({ member })}
        error={shown['memberId']}
      />
      <Select
        label="Came by"
        value={values.cameBy}
        options={optionsOf(waysToPost, wayToPostNames)}
        onChange={(cameBy) => cameBy && set({ cameBy })}
      />
      <div className="columns">
        <DateField
          label="First day"
          max={todayInLagos()}
          value={values.startedOn}
          onChange={(startedOn) => set({ startedOn })}
          error={shown['startedOn']}
        />
        <DateField
          label="Last day by the bye-laws"
          optional
          value={values.endsOn}
          onChange={(endsOn) => set({ endsOn })}
          error={shown['endsOn']}
        />
      </div>
      <DateField
        label="Ended on"
        optional
        hint="Leave empty for who is in office"
        max={todayInLagos()}
        value={values.endedOn}
        onChange={(endedOn) => set({ endedOn })}
        error={shown['endedOn']}
      />
      {values.endedOn !== '' && (
        <Select
          label="Reason"
          placeholder="Choose"
          value={values.endReason}
          options={optionsOf(endReasons, endReasonNames)}
          onChange={(endReason) => set({ endReason })}
          error={shown['endReason']}
        />
      )}
    </FormDrawer>
  )
}
