import { askAbove } from './ask-above.tsx'
import { StepUpDialog } from './StepUpDialog.tsx'

/** False where the person cancels or the session ends. */
export function askIdentity(): Promise<boolean> {
  return askAbove<boolean>((answer) => <StepUpDialog onAnswer={answer} />, false)
}
