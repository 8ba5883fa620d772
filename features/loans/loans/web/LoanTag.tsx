import { Ban, CircleCheck, CircleX, Clock, RefreshCw, ThumbsUp, TriangleAlert, Wallet } from 'lucide'
import { loanStatusLabels, type LoanStatus } from '#features/loans/loans/rules/loan.ts'
import type { IconPicture } from '#ui/Icon.tsx'
import { Tag, type TagTone } from '#ui/Tag.tsx'
import * as strings from './strings.ts'

/** A draft, and what a newer server calls otherwise, has its word alone. */
const looks: Partial<Record<LoanStatus, { tone: TagTone; icon: IconPicture }>> = {
  submitted: { tone: 'warning', icon: Clock },
  approved: { tone: 'info', icon: ThumbsUp },
  rejected: { tone: 'danger', icon: CircleX },
  active: { tone: 'success', icon: Wallet },
  completed: { tone: 'success', icon: CircleCheck },
  written_off: { tone: 'danger', icon: Ban },
  withdrawn: { tone: 'neutral', icon: Ban },
  restructured: { tone: 'info', icon: RefreshCw },
}

/** A running loan of which more is overdue than the society tolerates says that; one that was given new terms says so beside. */
export function LoanTag({
  status,
  inArrears = false,
  rescheduledOn = null,
}: {
  status: LoanStatus
  inArrears?: boolean
  rescheduledOn?: string | null
}) {
  const isRunning = status === 'active'
  return (
    <>
      {isRunning && inArrears ? (
        <Tag tone="danger" icon={TriangleAlert}>
          {strings.overdue}
        </Tag>
      ) : (
        <Tag {...looks[status]}>{loanStatusLabels[status]}</Tag>
      )}
      {rescheduledOn && isRunning && (
        <>
          {' '}
          <Tag tone="warning" icon={RefreshCw}>
            {strings.rescheduled}
          </Tag>
        </>
      )}
    </>
  )
}
