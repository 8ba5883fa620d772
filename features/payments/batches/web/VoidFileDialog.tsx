import { voidBankFile } from '#features/payments/batches/contract.ts'
import { useAction } from '#ui/api/use-action.ts'
import { CancelOr, Dialog } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { toastThen } from '#ui/toast.ts'
import type { Batch } from './api.ts'

/** Says that the bank does not have the file, or asks another officer to agree to that. */
export function VoidFileDialog({ batch: { id, number }, onClose }: { batch: Batch; onClose: () => void }) {
  const declare = useAction(voidBankFile)
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Declare the bank file of batch ${number} void?`}
      description="Do this only if the bank was not given the file and will not be. Otherwise members are paid twice. Where there is another officer, it waits for them."
      actions={
        <CancelOr onCancel={onClose} look="danger" type="submit" form="void-file" busy={declare.isPending}>
          Declare file void
        </CancelOr>
      }
    >
      <Form
        id="void-file"
        className="stack"
        onSubmit={() => declare.mutate({ batchId: id }, toastThen('Bank file declared void', onClose))}
        problems={declare.error}
      >
        {declare.error && <RefusedBanner error={declare.error} title="The file was not declared void" />}
      </Form>
    </Dialog>
  )
}
