import { Card } from '#web/ui/Card.tsx'
import { plural } from '#web/ui/format.ts'
import { LoanGoods } from './LoanGoods.tsx'
import { PenaltyWaivers } from './PenaltyWaivers.tsx'
import { Reschedulings } from './Reschedulings.tsx'
import { TopUpNote } from './TopUpNote.tsx'
import type { LoanDetail } from './api.ts'

type Shown = { loan: LoanDetail; officer: boolean }

/** New terms cure nothing: how late the loan still counts as, and what ends that. */
function KeptDelay({ days, instalments, paidOnTime }: NonNullable<LoanDetail['keptDelay']>) {
  const until =
    instalments === 1 ? '1 instalment is paid on time' : `${instalments} instalments in a row are paid on time`
  return (
    <p className="muted">
      {`Counted as late by ${plural(days, 'day')} until ${until}: ${paidOnTime} of ${instalments} paid.`}
    </p>
  )
}

/** Whether money has moved, what it counts as late for, and what its money is for: running loans that it settles, or goods. */
export function LoanPurpose({ loan, officer }: Shown) {
  return (
    <>
      {loan.disbursed === 0n && (
        <p className="muted">
          {loan.status === 'approved'
            ? 'Approved, not paid out yet. The schedule begins with the first money.'
            : 'No money has moved on this loan.'}
        </p>
      )}
      {loan.keptDelay && <KeptDelay {...loan.keptDelay} />}
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
