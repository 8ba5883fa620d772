import { Link } from '#ui/router/Link.tsx'
import { CircleCheck } from 'lucide'
import { Suspense, lazy } from 'react'
import { zeroKobo } from '#core/money.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { countText, moneyText, periodName, plural } from '#ui/format.ts'
import { RowsToCorrect } from './RowsToCorrect.tsx'
import type { Import } from './api.ts'

// Needed only for members.
const SendCodes = lazy(async () => ({ default: (await import('./SendCodes.tsx')).SendCodes }))

/** What was done, and the way to see it. */
export function DoneStep({ found, onStartAgain }: { found: Import; onStartAgain: () => void }) {
  const members = found.kind === 'members'
  const done = members ? found.rows - found.rowsSkipped : found.payments
  const skipped =
    found.rowsSkipped > 0
      ? ` ${plural(found.rowsSkipped, 'row')} ${found.rowsSkipped === 1 ? 'was' : 'were'} skipped.`
      : ''
  const unpaid = found.rowsUnpaid > 0 ? ` ${plural(found.rowsUnpaid, 'member')} paid nothing.` : ''
  return (
    <>
      <Card flush>
        <EmptyState
          icon={CircleCheck}
          title={members ? `${plural(done, 'member')} registered` : `${moneyText(found.total ?? zeroKobo)} recorded`}
          actions={
            <>
              <Button onClick={onStartAgain}>Import another file</Button>
              {found.rowsSkipped > 0 && <RowsToCorrect found={found} />}
              {members ? (
                <Link className={buttonClass('secondary')} to="/coop/member-management">
                  See the members
                </Link>
              ) : (
                <Link
                  className={buttonClass('primary')}
                  to="/coop/financial-operations/contributions"
                  search={{ month: found.period ?? undefined }}
                >
                  See the month
                </Link>
              )}
            </>
          }
        >
          {members
            ? `They are in the register.${skipped}`
            : `Voucher ${found.entryNumber === null ? '' : `no. ${countText(found.entryNumber)} `}has ${plural(done, 'payment')}${found.period ? ` for ${periodName(found.period)}` : ''}.${unpaid}${skipped}`}
        </EmptyState>
      </Card>
      {members && (
        <Suspense>
          <SendCodes found={found} members={done} />
        </Suspense>
      )}
    </>
  )
}
