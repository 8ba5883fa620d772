import { fieldErrors } from '#web/api/api-error.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import * as strings from './strings.ts'

/** Asks whether a payment that looks like one that is recorded already is another one; nothing where it was not refused for that. */
export function AnotherPayment({
  action,
  onConfirm,
  onClose,
}: {
  action: { error: Error | null; isPending: boolean }
  onConfirm: () => void
  onClose: () => void
}) {
  const asked = fieldErrors(action.error)['anotherPayment']
  if (asked === undefined) return null
  return (
    <ConfirmDialog
      action={{ error: null, isPending: action.isPending }}
      title={strings.recordItAgain}
      description={asked}
      button={strings.recordAnotherPayment}
      failed=""
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}
