import { useMutation } from '@tanstack/react-query'
import { cancelPaymentBatch, downloadPaymentBatch } from '#contract/society/payment-batches.ts'
import { Download, FileUp } from 'lucide'
import { sentence } from '#web/api/api-error.ts'
import { useAction } from '#web/api/use-action.ts'
import { may } from '#web/session/may.ts'
import { Button } from '#web/ui/Button.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { saveDownload } from '#web/ui/save-download.ts'
import { toast } from '#web/ui/toast.ts'
import type { Batch } from './api.ts'

/** What can be done with a batch as it is. */
export function BatchActions({
  batch: { id, status, number },
  onOpen,
}: {
  batch: Batch
  onOpen: (what: 'approve' | 'results') => void
}) {
  const cancel = useAction(cancelPaymentBatch)
  const file = useMutation({
    mutationFn: (format: 'xlsx' | 'csv') =>
      saveDownload(downloadPaymentBatch, { batchId: id, format }, `payments-${number}.${format}`),
    onError: (error) => toast.error(sentence(error)),
  })
  if (status === 'cancelled') return null
  if (status === 'draft')
    return (
      <>
        <Button
          needs="reconciliation.manage"
          busy={cancel.isPending}
          onClick={() => cancel.mutate({ batchId: id }, { onError: (error) => toast.error(sentence(error)) })}
        >
          Cancel batch
        </Button>
        <Button needs="transaction.decide" look="primary" onClick={() => onOpen('approve')}>
          Approve batch
        </Button>
      </>
    )
  return (
    may('reconciliation.manage') && (
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
    )
  )
}
