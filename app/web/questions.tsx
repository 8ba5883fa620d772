import type { Questions } from '#ui/api/questions.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { askAbove } from './ask-above.tsx'
import { LoginProofDialog } from './LoginProofDialog.tsx'
import { OverdraftDialog } from './OverdraftDialog.tsx'
import { SheetDialog } from './SheetDialog.tsx'
import { StepUpDialog } from './StepUpDialog.tsx'
import * as strings from './strings.ts'

/** What is asked above any page; a session that ends meanwhile declines. */
export const questions: Questions = {
  identity: () => askAbove<boolean>((answer) => <StepUpDialog onAnswer={answer} />, false),
  loginProof: () => askAbove<boolean>((answer) => <LoginProofDialog onAnswer={answer} />, false),
  overdraftReason: (message) =>
    askAbove<string | undefined>((answer) => <OverdraftDialog message={message} onAnswer={answer} />, undefined),
  sheet: (message, sheets) =>
    askAbove<string | undefined>(
      (answer) => <SheetDialog message={message} sheets={sheets} onAnswer={answer} />,
      undefined,
    ),
  anotherPayment: (message) =>
    askAbove<boolean>(
      (answer) => (
        <ConfirmDialog
          action={{ error: null, isPending: false }}
          title={strings.recordItAgain}
          description={message}
          button={strings.recordAnotherPayment}
          failed=""
          onConfirm={() => answer(true)}
          onClose={() => answer(false)}
        />
      ),
      false,
    ),
}
