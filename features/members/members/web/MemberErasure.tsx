import { useQuery } from '@tanstack/react-query'
import { listErasureRequests } from '#features/members/data-protection/contract.ts'
import { Suspense, lazy, useState } from 'react'
import { isFormer } from '#features/members/members/rules/member.ts'
import { query } from '#ui/api/query.ts'
import { Link } from '#ui/router/Link.tsx'
import { may } from '#ui/session/may.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button, buttonClass } from '#ui/Button.tsx'
import { DateText } from '#ui/DateText.tsx'
import type { Member } from './MemberForm.tsx'

const RecordErasureLetter = lazy(async () => ({
  default: (await import('./RecordErasureLetter.tsx')).RecordErasureLetter,
}))

/** Says that this member asked to be erased, and leads to where it is decided; of a former member their letter is recorded here. */
export function MemberErasure({ member }: { member: Member }) {
  const { data } = useQuery(query(listErasureRequests, { memberId: member.memberid, status: 'pending', limit: 1 }))
  const [isRecording, setRecording] = useState(false)
  const request = data?.rows[0]
  if (!data || (!request && !(isFormer(member.status) && may('erasure.decide')))) return null
  if (!request) {
    return (
      <>
        <Banner
          title="Does this person want to be erased?"
          actions={<Button onClick={() => setRecording(true)}>Record the letter</Button>}
        >
          A former member can’t log in and ask. With a written request you start it here.
        </Banner>
        <Suspense>
          {isRecording && <RecordErasureLetter member={member} onClose={() => setRecording(false)} />}
        </Suspense>
      </>
    )
  }
  return (
    <Banner
      tone="warning"
      title="This member asks to be erased"
      actions={
        <Link needs="erasure.decide" className={buttonClass('secondary')} to="/coop/settings" search={{ tab: 'data' }}>
          Decide
        </Link>
      }
    >
      {request.letter ? (
        <>
          By a letter of <DateText on={request.letter.writtenOn} />, recorded by {request.letter.recordedBy}.
        </>
      ) : (
        <>
          Asked on <DateText on={request.askedAt} />.
        </>
      )}
    </Banner>
  )
}
