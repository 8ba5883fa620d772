import { useState } from 'react'
import type { LoanMovementId, TransactionId } from '#core/ids.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { ReceiptActions } from '#ui/parts/ReceiptActions.tsx'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** The number of a payment's receipt, which opens it to keep or to send on. */
export function LoanReceipt({ movementId, receiptNumber }: { movementId: LoanMovementId; receiptNumber: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="small"
        look="quiet"
        aria-label={fill(strings.receiptReceiptNumber, { receiptNumber })}
        onClick={() => setOpen(true)}
      >
        <span className="number">{receiptNumber}</span>
      </Button>
      {isOpen && (
        <Dialog open onClose={() => setOpen(false)} title={fill(strings.receiptReceiptNumber, { receiptNumber })}>
          {/* The server finds a receipt by the movement, on an account or on a loan. */}
          <ReceiptActions transactionId={movementId as unknown as TransactionId} />
        </Dialog>
      )}
    </>
  )
}
