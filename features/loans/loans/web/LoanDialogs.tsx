import type { Permission } from '#core/actor.ts'
import { may } from '#ui/session/may.ts'
import { ApproveDialog, RejectDialog } from './DecideDialogs.tsx'
import { CancelLoan } from './CancelLoan.tsx'
import { DisburseDrawer } from './DisburseDrawer.tsx'
import { RecoverDrawer } from './RecoverDrawer.tsx'
import { RepayDrawer } from './RepayDrawer.tsx'
import { ReverseMovement } from './ReverseMovement.tsx'
import { WaivePenalties } from './WaivePenalties.tsx'
import { WriteOffDrawer } from './WriteOffDrawer.tsx'
import { RescheduleDrawer } from './RescheduleDrawer.tsx'
import { SettleDialog } from './SettleDialog.tsx'
import type { LoanDetail } from './api.ts'

/** What each thing that is done on this page asks of the officer. */
const needs: Record<string, Permission> = {
  approve: 'loan.decide',
  reject: 'loan.decide',
  reschedule: 'loan.decide',
  waive: 'loan.decide',
  disburse: 'loan.disburse',
  repay: 'loan.repay',
  settle: 'loan.repay',
  reverse: 'loan.repay',
  recover: 'loan.recover',
  'write-off': 'loan.write_off',
}

/** What an officer does on a loan's page, each in its drawer or dialog. */
export function LoanDialogs({
  loan,
  doing,
  movementId,
  onDo,
  onClose,
}: {
  loan: LoanDetail
  doing: string
  movementId: string
  onDo: (what: string) => void
  onClose: () => void
}) {
  if (!may(needs[doing])) return null
  if (doing === 'approve') return <ApproveDialog loan={loan} onClose={onClose} />
  if (doing === 'reject') return <RejectDialog loan={loan} onClose={onClose} />
  if (doing === 'cancel') return <CancelLoan loan={loan} onClose={onClose} />
  if (doing === 'disburse') return <DisburseDrawer loan={loan} onClose={onClose} />
  if (doing === 'repay') return <RepayDrawer loan={loan} onClose={onClose} />
  if (doing === 'recover') return <RecoverDrawer loan={loan} onClose={onClose} />
  if (doing === 'reschedule') return <RescheduleDrawer loan={loan} onClose={onClose} />
  if (doing === 'waive') return <WaivePenalties loan={loan} onClose={onClose} />
  if (doing === 'write-off') return <WriteOffDrawer loan={loan} onRecover={() => onDo('recover')} onClose={onClose} />
  if (doing === 'settle') return <SettleDialog loan={loan} onClose={onClose} />
  const movement = loan.movements.find(({ id }) => id === movementId)
  if (doing === 'reverse' && movement) return <ReverseMovement loan={loan} movement={movement} onClose={onClose} />
  return null
}
