import { recordTerm } from '#features/governance/officers/contract.ts'
import { useState } from 'react'
import { isDay } from '#core/calendar.ts'
import { postTitle } from '#features/governance/officers/rules/post.ts'
import { endReasonNames, endReasons, wayToPostNames, waysToPost } from '#features/governance/officers/rules/words.ts'
import { MemberField } from '#ui/parts/MemberField.tsx'
import type { FoundMember } from '#ui/parts/choices.ts'
import { ActionForm, fieldsFor } from '#ui/ActionForm.tsx'
import { optionsOf } from '#ui/Select.tsx'
import { todayInLagos } from '#ui/format.ts'
import type { Post } from './api.ts'

const f = fieldsFor<typeof recordTerm>()
const dateProblem = (text: string | null) => (!text || isDay(text) ? undefined : 'Enter a date or leave it empty')

/** Enters a holder into the register, also one who held a post before it. */
export function TermDrawer({ posts, onClose }: { posts: readonly Post[]; onClose: () => void }) {
  const [member, setMember] = useState<FoundMember>()
  return (
    <ActionForm
      endpoint={recordTerm}
      start={{ cameBy: 'elected' }}
      wrong={({ postId, memberId, startedOn = '', endsOn = null, endedOn = null, endReason }) => ({
        postId: postId ? undefined : 'Choose a post',
        memberId: memberId ? undefined : 'Choose a member',
        startedOn: isDay(startedOn) ? undefined : 'Enter the first day',
        endsOn: dateProblem(endsOn),
        endedOn: dateProblem(endedOn),
        endReason: endedOn && !endReason ? 'Choose why the term ended' : undefined,
      })}
      title="Record holder"
      button="Record holder"
      failed="The holder was not recorded"
      says="Term recorded"
      onClose={onClose}
    >
      <f.Choice
        name="postId"
        label="Post"
        placeholder="Choose"
        options={posts.map((post) => ({ value: post.id, label: postTitle(post) }))}
        data-autofocus
      />
      <f.Any name="memberId">
        {({ onChange, error }) => (
          <MemberField
            label="Member"
            selected={member}
            onSelect={(found) => {
              setMember(found)
              onChange(found?.memberid)
            }}
            error={error}
          />
        )}
      </f.Any>
      <f.Choice name="cameBy" label="Came by" options={optionsOf(waysToPost, wayToPostNames)} />
      <div className="columns">
        <f.Day name="startedOn" label="First day" max={todayInLagos()} />
        <f.Day name="endsOn" label="Last day by the bye-laws" optional />
      </div>
      <f.Day name="endedOn" label="Ended on" optional hint="Leave empty for who is in office" max={todayInLagos()} />
      <f.When is={({ endedOn }) => Boolean(endedOn)}>
        <f.Choice
          name="endReason"
          label="Reason"
          placeholder="Choose"
          options={optionsOf(endReasons, endReasonNames)}
        />
      </f.When>
    </ActionForm>
  )
}
