import { Suspense, lazy, useState } from 'react'
import type { ImportKind } from '#features/society/imports/rules/import.ts'
import { importRowsMax } from '#features/society/imports/contract.ts'
import { sentence } from '#ui/api/api-error.ts'
import { Card } from '#ui/Card.tsx'
import { FileDrop } from '#ui/FileDrop.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { countText } from '#ui/format.ts'
import type { Import } from './api.ts'
import { useUploadImport } from './changing-api.ts'

const TemplateButton = lazy(async () => ({ default: (await import('./TemplateButton.tsx')).TemplateButton }))

/** Chooses the file. Nothing is registered by it yet. */
export function FileStep({ kind, onUploaded }: { kind: ImportKind; onUploaded: (found: Import) => void }) {
  const [sent, setSent] = useState(0)
  const send = useUploadImport(kind, setSent)
  return (
    <Card
      title={kind === 'members' ? 'Choose your register' : 'Choose the list of payments'}
      description={
        kind === 'members'
          ? 'The Excel or CSV file that you already have, one member a row. Titles above the headings, totals and signatures are left out. Columns are matched in the next step, and nothing is registered before you confirm.'
          : 'One payment a row: the member’s membership number, old number, staff number or phone, and the amount. Nothing is recorded before you confirm.'
      }
    >
      <div className="stack">
        <FileDrop
          label={send.isPending ? `Reading ${send.variables?.name ?? ''} …` : 'Drop the file here or choose it'}
          hint={`Excel (.xlsx) or CSV, at most 5 MB and ${countText(importRowsMax)} rows`}
          accept=".xlsx,.csv"
          busy={send.isPending}
          error={send.error ? sentence(send.error) : undefined}
          onFile={(file) => {
            setSent(0)
            send.mutate(file, { onSuccess: onUploaded })
          }}
        />
        {send.isPending && (
          <ProgressBar value={sent} label={sent < 1 ? `Sending ${send.variables?.name ?? ''}` : 'Reading the rows'} />
        )}
        <Suspense>
          <TemplateButton kind={kind} />
        </Suspense>
      </div>
    </Card>
  )
}
