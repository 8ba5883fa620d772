import type { Deposit } from '#ui/parts/DepositTable.tsx'
import { ReverseVoucher } from '#ui/parts/ReverseVoucher.tsx'
import { moneyText } from '#ui/format.ts'

/** Undoes the last thing that happened to a deposit: its ending, which opens it again, or its opening. */
export function ReverseDeposit({ deposit, onClose }: { deposit: Deposit; onClose: () => void }) {
  const { certificate, principal, endingId, openingId } = deposit
  const transactionId = endingId ?? openingId
  return (
    transactionId && (
      <ReverseVoucher
        transactionId={transactionId}
        title={`Reverse ${certificate}?`}
        description={
          endingId
            ? `${moneyText(principal)} comes back from the member's savings, and the deposit is open again.`
            : `${moneyText(principal)} goes back to where it came from, and the deposit counts as never opened.`
        }
        button="Reverse"
        onClose={onClose}
      />
    )
  )
}
