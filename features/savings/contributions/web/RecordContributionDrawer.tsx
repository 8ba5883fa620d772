import { useQuery } from '@tanstack/react-query'
import { getMember } from '#features/members/members/member-details.ts'
import { useState } from 'react'
import { query } from '#ui/api/query.ts'
import { Drawer } from '#ui/Dialog.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import type { Period } from '#core/calendar.ts'
import { ContributionReceipt } from './ContributionReceipt.tsx'
import { RecordContribution } from './RecordContribution.tsx'
import type { Payer, Receipt } from './api.ts'

/** Records one payment and shows its receipt. `payerId` is whom it was opened for: a member's id, or 'new' for no one yet. */
export function RecordContributionDrawer({
  payerId,
  month,
  onClose,
}: {
  payerId: string
  month: Period
  onClose: () => void
}) {
  const [round, setRound] = useState(0)
  const [done, setDone] = useState<{ receipt: Receipt; payer: Payer; account: string }>()
  const isKnown = payerId !== 'new' && round === 0
  const payer = useQuery({ ...query(getMember, { id: payerId }), enabled: isKnown })

  function another() {
    setDone(undefined)
    setRound(round + 1)
  }
  if (done) {
    return <ContributionReceipt {...done} onClose={onClose} onAnother={another} />
  }
  if (isKnown && !payer.data) {
    return (
      <Drawer open onClose={onClose} title="Record contribution">
        {payer.isError ? <LoadProblem title="Failed to get member profile" of={payer} /> : <SkeletonLines lines={5} />}
      </Drawer>
    )
  }
  return (
    <RecordContribution
      key={`${payerId} ${month} ${round}`}
      payer={isKnown ? payer.data : undefined}
      month={month}
      onClose={onClose}
      onRecorded={(receipt, from, account) => setDone({ receipt, payer: from, account })}
    />
  )
}
