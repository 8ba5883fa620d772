import { useWork } from '#ui/api/use-work.ts'
import { readPaymentResults, recordPaymentResults } from '#features/payments/batches/contract.ts'
import { sumKobo } from '#core/money.ts'
import { upload } from '#ui/api/upload.ts'
import { useAction } from '#ui/api/use-action.ts'
import { Banner } from '#ui/Banner.tsx'
import { CancelOr, Dialog } from '#ui/Dialog.tsx'
import { FileDialog } from '#ui/FileDialog.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { moneyText, plural } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import type { Batch } from './api.ts'

/** Reads the bank's answer, shows what it says, and records that. */
export function ResultsDialog({ batch: { id, number }, onClose }: { batch: Batch; onClose: () => void }) {
  const read = useWork((file: File) => upload(readPaymentResults, file, undefined, { batchId: id }))
  const record = useAction(recordPaymentResults)
  const found = read.data
  if (!found)
    return (
      <FileDialog
        title={`Results of batch ${number}`}
        description="The bank's file with what it paid. Each row needs our reference and a column called Status."
        choose="Choose the bank's file"
        hint="Excel or CSV, up to 5 MB"
        failed="The file was not read"
        sending={read.isPending ? read.variables : undefined}
        error={read.error}
        onFile={(file) => read.mutate(file)}
        onClose={onClose}
      />
    )
  const of = (outcome: 'paid' | 'failed') => found.results.filter((each) => each.outcome === outcome)
  const [paid, failed] = [of('paid'), of('failed')]
  const sum = (results: typeof paid) => moneyText(sumKobo(results.map(({ amount }) => amount)))
  const submit = () =>
    record.mutate(
      {
        batchId: id,
        results: found.results.map(({ line, outcome, reason }) => ({
          line,
          outcome,
          ...(outcome === 'failed' && reason !== '' && { reason }),
        })),
      },
      toastThen('Results recorded', onClose),
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Results of batch ${number}`}
      description={`${plural(paid.length, 'payment')} paid, ${sum(paid)}. ${plural(failed.length, 'payment')} failed, ${sum(failed)}.`}
      actions={
        <CancelOr
          onCancel={onClose}
          look="primary"
          disabled={found.results.length === 0}
          busy={record.isPending}
          onClick={submit}
        >
          Record results
        </CancelOr>
      }
    >
      <div className="stack">
        {record.error && <RefusedBanner error={record.error} title="The results were not recorded" />}
        {found.unclear.length > 0 && (
          <Banner tone="warning" title={`${plural(found.unclear.length, 'payment')} without a clear status`}>
            Mark them by hand once you know.
          </Banner>
        )}
        {found.others > 0 && (
          <Banner title={`${plural(found.others, 'row')} of the file name no payment of this batch`} />
        )}
        {failed.length > 0 && (
          <>
            <p>These are reversed, so that the money is back on the members' accounts:</p>
            <ul>
              {failed.map(({ line, memberName, amount, reason }) => (
                <li key={line}>
                  {memberName}, {moneyText(amount)}
                  {reason && `: ${reason}`}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Dialog>
  )
}
