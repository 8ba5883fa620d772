import { Card } from '#ui/Card.tsx'
import { LoanGoods } from './LoanGoods.tsx'
import { PenaltyWaivers } from './PenaltyWaivers.tsx'
import { Reschedulings } from './Reschedulings.tsx'
import { TopUpNote } from './TopUpNote.tsx'
import type { LoanDetail } from './api.ts'
import { fill, fillCount } from '#core/fill.ts'
import * as strings from './strings.ts'

type Shown = { loan: LoanDetail; officer: boolean }

/** New terms cure nothing: how late the loan still counts as, and what ends that. */
function KeptDelay({ days, instalments, paidOnTime }: NonNullable<LoanDetail['keptDelay']>) {
  const until = fillCount(instalments, strings.instalmentsPaidOnTime)
  return (
    <p className="muted">
      {fill(strings.countedAsLateByUntil, { days: fillCount(days, strings.countDay), until, paidOnTime, instalments })}
    </p>
  )
}

/** Whether money has moved, what it counts as late for, and what its money is for: running loans that it settles, or goods. */
export function LoanPurpose({ loan, officer }: Shown) {
  return (
    <>
      {loan.disbursed === 0n && (
        <p className="muted">
          {loan.status === 'approved' ? strings.approvedNotPaidOutYet : strings.noMoneyHasMovedOn}
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
        <Card title={strings.newTerms} flush>
          <Reschedulings loan={loan} officer={officer} />
        </Card>
      )}
      {loan.waivers.length > 0 && (
        <Card title={strings.waivedPenalties} flush>
          <PenaltyWaivers loan={loan} officer={officer} />
        </Card>
      )}
    </>
  )
}
