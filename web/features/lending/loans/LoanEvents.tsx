import { Card } from '#web/ui/Card.tsx'
import { LoanGoods } from './LoanGoods.tsx'
import { PenaltyWaivers } from './PenaltyWaivers.tsx'
import { Reschedulings } from './Reschedulings.tsx'
import { TopUpNote } from './TopUpNote.tsx'
import type { LoanDetail } from './api.ts'

type Shown = { loan: LoanDetail; officer: boolean }

/** What its money is for: running loans that it settles, or goods. */
export function LoanPurpose({ loan, officer }: Shown) {
  return (
    <>
      {(loan.settles.length > 0 || loan.settledBy) && <TopUpNote loan={loan} officer={officer} />}
      {loan.goods.length > 0 && <LoanGoods loan={loan} officer={officer} />}
    </>
  )
}

/** What was changed of it since it was agreed. */
export function LoanEvents({ loan, officer }: Shown) {
  return (
    <>
      {loan.reschedulings.length > 0 && (
        <Card title="New terms" flush>
          <Reschedulings loan={loan} officer={officer} />
        </Card>
      )}
      {loan.waivers.length > 0 && (
        <Card title="Waived penalties" flush>
          <PenaltyWaivers loan={loan} officer={officer} />
        </Card>
      )}
    </>
  )
}
