import { ApiError, sentence } from '#web/api/api-error.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import { plural } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.ts'
import { type Reconciliation, useUpload } from './api.ts'

/** Reads a bank's file; a line that is there already is left out. */
export function StatementDialog({ account, onClose }: { account: Reconciliation; onClose: () => void }) {
  const send = useUpload(account.accountId)
  const problems = send.error instanceof ApiError ? [...new Set(send.error.errors.map(({ message }) => message))] : []
  const done = ({ added, known, proposed }: { added: number; known: number; proposed: number }) => {
    toast.success(`${plural(added, 'line')} read, ${proposed} matched with the books${known > 0 ? `; ${known} were there already` : ''}`)
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title="Read a statement" description={`Of ${account.name}, as the bank gives it. Nothing is posted.`} actions={<Button onClick={onClose}>Cancel</Button>}>
      <div className="stack">
        {send.error && (
          <Banner tone="danger" title="The statement was not read">
            {problems.length > 1 ? (
              <ul>
                {problems.map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
              </ul>
            ) : (
              sentence(send.error)
            )}
          </Banner>
        )}
        <FileDrop
          label={send.isPending ? `Reading ${send.variables.name} …` : 'Drop the statement here or choose it'}
          hint="Excel (.xlsx) or CSV with the columns Date, Narration, Debit, Credit and Balance; a signed Amount may stand for debit and credit"
          accept=".xlsx,.csv"
          busy={send.isPending}
          onFile={(file) => send.mutate(file, { onSuccess: done })}
        />
      </div>
    </Dialog>
  )
}
