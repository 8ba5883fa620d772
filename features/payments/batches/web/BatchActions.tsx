import { renew } from '#ui/api/renewal.ts'
import { useWork } from '#ui/api/use-work.ts'
import { cancelPaymentBatch, downloadPaymentBatch } from '#features/payments/batches/contract.ts'
import { askForNames, sendHeldPayments } from '#features/payments/payouts/contract.ts'
import { Download, FileUp, Send } from 'lucide'
import { sentence } from '#ui/api/api-error.ts'
import { useAction } from '#ui/api/use-action.ts'
import { may } from '#ui/session/may.ts'
import { Button } from '#ui/Button.tsx'
import { Menu } from '#ui/Menu.tsx'
import { saveDownload } from '#ui/save-download.ts'
import { toast } from '#ui/toast.ts'
import type { Batch } from './api.ts'

/** What can be done with a batch as it is. */
export function BatchActions({
  batch: { id, status, number, isSent, heldPayments, maySend, firstPayments, files },
  onOpen,
}: {
  batch: Batch
  onOpen: (what: 'approve' | 'results' | 'send' | 'void') => void
}) {
  const cancel = useAction(cancelPaymentBatch)
  const askNames = useAction(askForNames)
  const sendAgain = useAction(sendHeldPayments)
  const file = useWork(
    (format: 'xlsx' | 'csv') =>
      saveDownload(downloadPaymentBatch, { batchId: id, format }, `payments-${number}.${format}`),
    // The page shows who downloaded it.
    { onSuccess: () => void renew(), onError: (error) => toast.error(sentence(error)) },
  )
  if (status === 'cancelled') return null
  const names = maySend && firstPayments > 0 && (
    <Button
      needs="reconciliation.manage"
      busy={askNames.isPending}
      onClick={() => askNames.mutate({ batchId: id }, said('The banks are being asked'))}
    >
      Ask banks for names
    </Button>
  )
  if (status === 'draft')
    return (
      <>
        {names}
        <Button
          needs="reconciliation.manage"
          busy={cancel.isPending}
          onClick={() => cancel.mutate({ batchId: id }, said('Payment batch cancelled'))}
        >
          Cancel batch
        </Button>
        <Button needs="transaction.decide" look="primary" onClick={() => onOpen('approve')}>
          Approve batch
        </Button>
      </>
    )
  return (
    <>
      {status === 'approved' && !isSent && names}
      {status === 'approved' && isSent && heldPayments > 0 && (
        <Button
          needs="transaction.decide"
          look="primary"
          icon={Send}
          busy={sendAgain.isPending}
          onClick={() => sendAgain.mutate({ batchId: id }, said('Payments are being sent'))}
        >
          Send again
        </Button>
      )}
      {status === 'approved' && !isSent && maySend && files.every(({ voidAt }) => voidAt) && (
        <Button needs="transaction.decide" icon={Send} onClick={() => onOpen('send')}>
          Send by Paystack
        </Button>
      )}
      {status === 'approved' && !isSent && files.some(({ voidAt }) => !voidAt) && (
        <Button needs="transaction.decide" onClick={() => onOpen('void')}>
          Declare file void
        </Button>
      )}
      {may('reconciliation.manage') && !isSent && (
        <>
          <Menu
            label="Bank file"
            trigger={(props) => (
              <Button icon={Download} busy={file.isPending} {...props}>
                Bank file
              </Button>
            )}
            items={[
              { label: 'Bank file as Excel', onSelect: () => file.mutate('xlsx') },
              { label: 'Bank file as CSV', onSelect: () => file.mutate('csv') },
            ]}
          />
          <Button look="primary" icon={FileUp} onClick={() => onOpen('results')}>
            Read results
          </Button>
        </>
      )}
    </>
  )
}

const said = (text: string) => ({
  onSuccess: () => toast.success(text),
  onError: (error: Error) => toast.error(sentence(error)),
})
