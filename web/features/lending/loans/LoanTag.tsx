import { Ban, CircleCheck, CircleX, Clock, PencilLine, RefreshCw, ThumbsUp, Wallet } from 'lucide'
import { loanStatusLabels, type LoanStatus } from '#domain/lending/loans/loan.ts'
import { Tag } from '#web/ui/Tag.tsx'

const looks = {
  draft: { tone: 'neutral', icon: PencilLine },
  submitted: { tone: 'warning', icon: Clock },
  approved: { tone: 'info', icon: ThumbsUp },
  rejected: { tone: 'danger', icon: CircleX },
  active: { tone: 'success', icon: Wallet },
  completed: { tone: 'success', icon: CircleCheck },
  written_off: { tone: 'danger', icon: Ban },
  withdrawn: { tone: 'neutral', icon: Ban },
  restructured: { tone: 'info', icon: RefreshCw },
} as const

/** A running loan that was given new terms says so beside. */
export function LoanTag({ status, rescheduledOn = null }: { status: LoanStatus; rescheduledOn?: string | null }) {
  return (
    <>
      <Tag {...looks[status]}>{loanStatusLabels[status]}</Tag>
      {rescheduledOn && status === 'active' && (
        <>
          {' '}
          <Tag tone="warning" icon={RefreshCw}>
            Rescheduled
          </Tag>
        </>
      )}
    </>
  )
}
