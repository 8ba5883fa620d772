import { useQuery } from '@tanstack/react-query'
import { getLeaving } from '#features/members/leaving/contract.ts'
import { Suspense, lazy } from 'react'
import type { MemberId } from '#core/ids.ts'
import { query } from '#ui/api/query.ts'
import { Link } from '#ui/router/Link.tsx'
import { useParams } from '#ui/router/place.ts'
import { buttonClass } from '#ui/Button.tsx'
import { DateText } from '#ui/DateText.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { Page } from '#ui/Page.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'

const LeavingStanding = lazy(async () => ({ default: (await import('./LeavingStanding.tsx')).LeavingStanding }))

/** How one member leaves: the clock, what is to be done first, one settlement, and what became of it. */
export function LeavePage() {
  const { memberId = '' } = useParams()
  const asked = useQuery(query(getLeaving, { memberId: memberId as MemberId }))
  const { data: standing } = asked
  const back = (
    <Link className={buttonClass()} to="/coop/member/$memberId" params={{ memberId }}>
      Back to the member
    </Link>
  )
  if (asked.isError) {
    return (
      <Page title="Leaving" actions={back}>
        <LoadProblem title="Failed to load the exit of this member" of={asked} />
      </Page>
    )
  }
  return (
    <Page
      title={standing ? `Leaving: ${standing.member.name}` : 'Leaving'}
      description={
        standing && (
          <>
            Member <span className="number">{standing.member.membershipno}</span>, joined{' '}
            <DateText on={standing.member.joinedOn} />
          </>
        )
      }
      actions={back}
    >
      {standing ? (
        <Suspense fallback={<SkeletonLines lines={10} />}>
          <LeavingStanding standing={standing} />
        </Suspense>
      ) : (
        <SkeletonLines lines={10} />
      )}
    </Page>
  )
}
