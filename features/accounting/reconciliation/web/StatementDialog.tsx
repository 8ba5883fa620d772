import { Suspense, lazy, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { FileDialog } from '#ui/FileDialog.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { countText, plural } from '#ui/format.ts'
import { moneyText } from '#core/money.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import { leftOutWords } from '#core/spreadsheets/left-out.ts'
import type { uploadStatement } from '#features/accounting/reconciliation/contract.ts'
import { toast } from '#ui/toast.ts'
import { type Reconciliation, useUpload } from './api.ts'
import { useReadHeadings } from './headings-api.ts'

const StatementColumns = lazy(async () => ({ default: (await import('./StatementColumns.tsx')).StatementColumns }))

/** Reads a bank's file; a line that is there already is left out. Where the file has other names for its columns, they are asked for once. */
export function StatementDialog({ account, onClose }: { account: Reconciliation; onClose: () => void }) {
  const [file, setFile] = useState<File>()
  const send = useUpload(account.accountId)
  const read = useReadHeadings(account.accountId)
  const [result, setResult] = useState<Replied<typeof uploadStatement>>()
  const done = (read: Replied<typeof uploadStatement>) => {
    // Rows that are no lines are shown until a person has seen them.
    if (read.leftOut.length > 0) return setResult(read)
    toast.success(whatWasRead(read))
    onClose()
  }
  const readFile = (chosen: File) => {
    setFile(chosen)
    read.reset()
    send.mutate(chosen, { onSuccess: done })
  }
  if (result) {
    return (
      <Dialog
        open
        onClose={onClose}
        title="The statement was read"
        description={`${whatWasRead(result)}.`}
        actions={
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <p>
          {plural(result.leftOut.length, 'row')} of the file {result.leftOut.length === 1 ? 'is' : 'are'} no line of the
          statement:
        </p>
        <ul>
          {result.leftOut.map(({ row, why, text }) => (
            <li key={row}>
              <strong className="number">Row {countText(row)}</strong> {leftOutWords[why]}: {text}
            </li>
          ))}
        </ul>
      </Dialog>
    )
  }
  if (file && read.data) {
    return (
      <Suspense>
        <StatementColumns
          account={account}
          read={read.data}
          onKept={() => readFile(file)}
          onClose={() => read.reset()}
        />
      </Suspense>
    )
  }
  return (
    <FileDialog
      title="Read a statement"
      description={`Of ${account.name}, as the bank gives it. Nothing is posted.`}
      choose="Drop the statement here or choose it"
      hint="Excel, CSV, OFX or MT940, as you downloaded it from the bank. It needs a date, a narration, what went in and out, and the balance after each line"
      accept=".xlsx,.csv,.xls,.html,.ofx,.qfx,.sta,.mt940,.940,.txt"
      failed="The statement was not read"
      sending={send.isPending ? send.variables : undefined}
      error={read.error ?? send.error}
      onFile={readFile}
      onClose={onClose}
    >
      {file && send.error && (
        <div>
          <Button busy={read.isPending} onClick={() => read.mutate(file)}>
            Choose which column is what
          </Button>
        </div>
      )}
    </FileDialog>
  )
}

function whatWasRead({ added, known, proposed, opening, closing }: Replied<typeof uploadStatement>): string {
  return [
    `${plural(added, 'line')} read, from ${moneyText(opening)} to ${moneyText(closing)}`,
    `${proposed} matched with the books`,
    known > 0 && `${known} ${known === 1 ? 'was' : 'were'} there already`,
  ]
    .filter((part) => part !== false)
    .join('; ')
}
