import { Suspense, lazy, useState } from 'react'
import { CancelOr, Dialog } from '#ui/Dialog.tsx'
import { FileDialog } from '#ui/FileDialog.tsx'
import { type Reconciliation, type StatementRead, useReadStatement } from './api.ts'

const StatementPreview = lazy(async () => ({ default: (await import('./StatementPreview.tsx')).StatementPreview }))

/** Reads a bank's file and shows what it comes to; it is stored once a person has seen that. */
export function StatementDialog({ account, onClose }: { account: Reconciliation; onClose: () => void }) {
  const [seen, setSeen] = useState<{ file: File; first: StatementRead }>()
  const [leaving, setLeaving] = useState(false)
  const read = useReadStatement(account.accountId)
  function choose() {
    setLeaving(false)
    setSeen(undefined)
  }
  if (seen)
    return (
      <Suspense>
        <StatementPreview
          account={account}
          {...seen}
          onOther={(isCorrected) => (isCorrected ? setLeaving(true) : choose())}
          onClose={onClose}
        />
        {leaving && (
          <Dialog
            open
            onClose={() => setLeaving(false)}
            title="Choose another file?"
            description={`What you corrected in ${seen.file.name} is lost.`}
            actions={
              <CancelOr look="danger" onCancel={() => setLeaving(false)} onClick={choose}>
                Choose another file
              </CancelOr>
            }
          />
        )}
      </Suspense>
    )
  return (
    <FileDialog
      title="Import statement"
      description={`Of ${account.name}, as the bank gives it. Nothing is stored until you have seen what was read.`}
      choose="Drop the statement here or choose it"
      hint="Excel, CSV, OFX or MT940, as you downloaded it from the bank. It needs a date, a narration, what went in and out, and the balance after each line"
      accept=".xlsx,.csv,.xls,.html,.ofx,.qfx,.sta,.mt940,.940,.txt"
      failed="The statement was not read"
      sending={read.isPending ? read.variables?.file : undefined}
      error={read.error}
      onFile={(file) => read.mutate({ file }, { onSuccess: (first) => setSeen({ file, first }) })}
      onClose={onClose}
    />
  )
}
