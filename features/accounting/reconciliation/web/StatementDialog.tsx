import { Suspense, lazy, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { FileDialog } from '#ui/FileDialog.tsx'
import { plural } from '#ui/format.ts'
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
  const done = ({ added, known, proposed, opening, closing, leftOut }: Replied<typeof uploadStatement>) => {
    toast.success(
      [
        `${plural(added, 'line')} read, from ${moneyText(opening)} to ${moneyText(closing)}`,
        `${proposed} matched with the books`,
        known > 0 && `${known} were there already`,
        leftOut.length > 0 && `${plural(leftOut.length, 'row')} left out: ${leftOutText(leftOut)}`,
      ]
        .filter((part) => part !== false)
        .join('; '),
    )
    onClose()
  }
  const readFile = (chosen: File) => {
    setFile(chosen)
    read.reset()
    send.mutate(chosen, { onSuccess: done })
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
      hint="Excel (.xlsx) or CSV, as you downloaded it from the bank. It needs a date, a narration, what went in and out, and the balance after each line"
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

/** Row 12 is a total, row 13 is a note: the first of them, in a word each. */
function leftOutText(rows: Replied<typeof uploadStatement>['leftOut']): string {
  const named = rows.slice(0, 3).map(({ row, why }) => `row ${row} ${leftOutWords[why]}`)
  return [...named, rows.length > named.length && `and ${rows.length - named.length} more`]
    .filter((part) => part !== false)
    .join(', ')
}
