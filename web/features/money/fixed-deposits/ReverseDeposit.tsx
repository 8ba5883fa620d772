import { reverseTransaction } from '#contract/money/transaction-reversals.ts'
import { useAction } from '#web/api/use-action.ts'
import type { Deposit } from '#web/parts/DepositTable.tsx'
import { ReverseDialog } from '#web/ui/ReverseDialog.tsx'
import { moneyText } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.ts'

/** Undoes the last thing that happened to a deposit: its ending, which opens it again, or its opening. */
export function ReverseDeposit({ deposit, onClose }: { deposit: Deposit; onClose: () => void }) {
  const reverse = useAction(reverseTransaction)
  const { certificate, principal, endingId, openingId } = deposit
  const transactionId = endingId ?? openingId
  const submit = (reason: string) => {
    if (!transactionId) return
    reverse.mutate(
      { transactionId, reason, voucher: true },
      {
        onSuccess: ({ entryNumber }) => {
          toast.success(
            entryNumber === null ? 'The reversal waits for approval' : `Reversed by entry No. ${entryNumber}`,
          )
          onClose()
        },
      },
    )
  }
  return (
    <ReverseDialog
      title={`Reverse ${certificate}?`}
      confirm="Reverse"
      busy={reverse.isPending}
      error={reverse.error}
      onClose={onClose}
      onConfirm={submit}
    >
      {endingId
        ? `${moneyText(principal)} comes back from the member's savings, and the deposit is open again.`
        : `${moneyText(principal)} goes back to where it came from, and the deposit counts as never opened.`}
    </ReverseDialog>
  )
}
