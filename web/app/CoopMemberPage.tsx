import { Suspense, lazy } from 'react'
import { MemberPage } from '#web/features/members/members/MemberPage.tsx'
import { periodOf } from '#domain/calendar.ts'
import { todayInLagos } from '#web/ui/format.ts'

const drawer = () => import('#web/features/money/contributions/RecordContributionDrawer.tsx')
const RecordContributionDrawer = lazy(async () => ({ default: (await drawer()).RecordContributionDrawer }))

/** A member's page, on which a contribution is recorded without leaving it. */
export function CoopMemberPage() {
  return (
    <MemberPage
      loadContribution={drawer}
      contribution={(payerId, onClose) => (
        <Suspense>
          <RecordContributionDrawer payerId={payerId} month={periodOf(todayInLagos())} onClose={onClose} />
        </Suspense>
      )}
    />
  )
}
