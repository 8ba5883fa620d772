import { HandCoins } from 'lucide'
import { Suspense, lazy, useState } from 'react'
import { periodOf } from '#core/calendar.ts'
import { MemberPage } from '#features/members/members/web/MemberPage.tsx'
import { Button } from '#ui/Button.tsx'
import { todayInLagos } from '#ui/format.ts'

const drawer = () => import('#features/savings/contributions/web/RecordContributionDrawer.tsx')
const RecordContributionDrawer = lazy(async () => ({ default: (await drawer()).RecordContributionDrawer }))

/** A member's page, on which a contribution is recorded without leaving it. */
export function CoopMemberPage() {
  return <MemberPage contribution={(memberId) => <RecordButton payerId={memberId} />} />
}

function RecordButton({ payerId }: { payerId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button needs="contribution.post" look="primary" icon={HandCoins} loads={drawer} onClick={() => setOpen(true)}>
        Record contribution
      </Button>
      {isOpen && (
        <Suspense>
          <RecordContributionDrawer payerId={payerId} month={periodOf(todayInLagos())} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
