import { DisburseDrawer } from './DisburseDrawer.tsx'
import { RecoverDrawer } from './RecoverDrawer.tsx'
import { RepayDrawer } from './RepayDrawer.tsx'
import { ReverseMovement } from './ReverseMovement.tsx'
import { SettleDialog } from './SettleDialog.tsx'
import type { LoanDetail, LoanMovement } from './api.ts'

/** What an officer does on a loan's page, each in its drawer or dialog. */
export function LoanDialogs({ loan, doing, movement, onClose }: { loan: LoanDetail; doing: string; movement: LoanMovement | undefined; onClose: () => void }) {
  if (doing === 'disburse') return <DisburseDrawer loan={loan} onClose={onClose} />
  if (doing === 'repay') return <RepayDrawer loan={loan} onClose={onClose} />
  if (doing === 'recover') return <RecoverDrawer loan={loan} onClose={onClose} />
  if (doing === 'settle') return <SettleDialog loan={loan} onClose={onClose} />
  if (doing === 'reverse' && movement) return <ReverseMovement loan={loan} movement={movement} onClose={onClose} />
  return null
}
