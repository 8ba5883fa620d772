import { Banknote, ChevronDown, CircleCheck } from 'lucide'
import { Button } from '#ui/Button.tsx'
import { Menu } from '#ui/Menu.tsx'
import type { LoanDetail } from './api.ts'

function mayWaive({ schedule }: LoanDetail): boolean {
  return schedule.some(({ owedPenalties }) => owedPenalties > 0n)
}

/** What an officer can do about a loan as it is now. */
export function LoanActions({
  loan,
  onDo,
}: {
  loan: LoanDetail
  onDo: (
    what:
      | 'approve'
      | 'reject'
      | 'disburse'
      | 'repay'
      | 'recover'
      | 'reschedule'
      | 'waive'
      | 'write-off'
      | 'settle'
      | 'cancel',
  ) => void
}) {
  const isOpen = loan.status === 'approved' || loan.status === 'active'
  const mine = loan.forAnotherOfficer === null
  const mayPayOut = mine && isOpen && loan.disbursed < loan.principal
  return (
    <>
      {loan.status === 'submitted' && (
        <>
          <Button needs="loan.decide" onClick={() => onDo('reject')}>
            Reject
          </Button>
          {mine && (
            <Button needs="loan.decide" look="primary" onClick={() => onDo('approve')}>
              Approve
            </Button>
          )}
        </>
      )}
      {loan.status === 'active' && loan.overdue > 0n && (
        <Button needs="loan.recover" onClick={() => onDo('recover')}>
          Recover
        </Button>
      )}
      {loan.status === 'active' && (
        <Button needs="loan.repay" icon={CircleCheck} onClick={() => onDo('settle')}>
          Settle today
        </Button>
      )}
      {loan.status === 'approved' && loan.disbursed === 0n && (
        <Button needs="loan.decide" onClick={() => onDo('cancel')}>
          Cancel loan
        </Button>
      )}
      {mayPayOut && (
        <Button
          needs="loan.disburse"
          look={loan.status === 'approved' ? 'primary' : undefined}
          icon={Banknote}
          onClick={() => onDo('disburse')}
        >
          Pay out
        </Button>
      )}
      {loan.status === 'active' && (
        <Menu
          label="More about this loan"
          items={[
            { label: 'Reschedule', needs: 'loan.decide', onSelect: () => onDo('reschedule') },
            ...(mayWaive(loan)
              ? [{ label: 'Waive penalty', needs: 'loan.decide' as const, onSelect: () => onDo('waive') }]
              : []),
            {
              label: 'Write off',
              needs: 'loan.write_off',
              danger: true,
              disabled: loan.writeOff !== null,
              onSelect: () => onDo('write-off'),
            },
          ]}
          trigger={(props) => (
            <Button icon={ChevronDown} {...props}>
              More
            </Button>
          )}
        />
      )}
      {(loan.status === 'active' || (loan.status === 'written_off' && loan.recovered < loan.writtenOff)) && (
        <Button needs="loan.repay" look="primary" icon={Banknote} onClick={() => onDo('repay')}>
          Record repayment
        </Button>
      )}
    </>
  )
}
