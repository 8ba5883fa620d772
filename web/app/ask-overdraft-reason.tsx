import { askAbove } from './ask-above.tsx'
import { OverdraftDialog } from './OverdraftDialog.tsx'

/** Undefined where the person cancels or the session ends. */
export function askOverdraftReason(message: string): Promise<string | undefined> {
  return askAbove<string | undefined>((answer) => <OverdraftDialog message={message} onAnswer={answer} />, undefined)
}
