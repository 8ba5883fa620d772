import { Download } from 'lucide'
import { useState } from 'react'
import type { Replied } from '#core/contract/endpoint.ts'
import { printActivationSlips } from '#features/members/register/contract.ts'
import { useAction } from '#ui/api/use-action.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { plural } from '#ui/format.ts'
import { saveFile } from '#ui/save-file.ts'
import type { Chosen } from './register-api.ts'

type Slips = Replied<typeof printActivationSlips>

function save({ pdf, fileName }: Slips) {
  saveFile(
    new Blob([Uint8Array.from(atob(pdf), (letter) => letter.charCodeAt(0))], { type: 'application/pdf' }),
    fileName,
  )
}

/** Makes new activation codes and hands them over as slips to cut out; they are shown this once. */
export function SlipsDialog({ chosen, onClose }: { chosen: Chosen; onClose: () => void }) {
  const print = useAction(printActivationSlips)
  const [slips, setSlips] = useState<Slips>()
  if (slips) {
    return (
      <Dialog
        open
        title={plural(slips.slips, 'slip')}
        description="Eight to a page, with lines to cut along. The codes are in this file and nowhere else: print it before you close this."
        actions={
          <>
            <Button icon={Download} onClick={() => save(slips)}>
              Save the slips again
            </Button>
            <Button look="primary" onClick={onClose}>
              Done
            </Button>
          </>
        }
      >
        {slips.alreadyActive > 0 && (
          <p>{plural(slips.alreadyActive, 'member')} had activated already and got no slip.</p>
        )}
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      action={print}
      title="Print activation slips"
      description={`Each of the ${plural(chosen.count, 'selected member')} who has not activated yet gets a new code, on a slip to cut out. Codes that they had before stop working.`}
      button="Make the slips"
      failed="No slips were made"
      onConfirm={() =>
        print.mutate(
          { members: chosen.members },
          {
            onSuccess: (made) => {
              setSlips(made)
              save(made)
            },
          },
        )
      }
      onClose={onClose}
    />
  )
}
