import { Download } from 'lucide'
import { useState } from 'react'
import type { ImportKind } from '#domain/imports/import.ts'
import { importRowsMax } from '#contract/imports.ts'
import { sentence } from '#web/api/api-error.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { countText } from '#web/ui/format.ts'
import { saveFile } from '#web/ui/save-file.ts'
import type { Import } from './api.ts'
import { useUploadImport } from './changing-api.ts'

const templates: Record<ImportKind, { fileName: string; rows: string[][] }> = {
  members: {
    fileName: 'ajose-members.csv',
    rows: [
      ['First name', 'Last name', 'Phone', 'Email', 'Monthly contribution', 'Date of joining'],
      ['Ngozi', 'Okonkwo', '08031234567', 'ngozi@example.com', '25000', '2026-01-15'],
      ['Tunde', 'Bakare', '08029876543', '', '10000', '2026-03-01'],
    ],
  },
  contributions: {
    fileName: 'ajose-contributions.csv',
    rows: [
      ['Membership number', 'Name', 'Amount'],
      ['AJO-XXXXXX/00001', 'Ngozi Okonkwo', '25000'],
      ['AJO-XXXXXX/00002', 'Tunde Bakare', '10000'],
    ],
  },
}

/** The mark at the start makes Excel read the tone marks right. */
function templateFile(kind: ImportKind): Blob {
  const lines = templates[kind].rows.map((row) => row.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','))
  return new Blob([`\uFEFF${lines.join('\r\n')}\r\n`], { type: 'text/csv;charset=utf-8' })
}

/** Chooses the file. Nothing is registered by it yet. */
export function FileStep({ kind, onUploaded }: { kind: ImportKind; onUploaded: (found: Import) => void }) {
  const [sent, setSent] = useState(0)
  const send = useUploadImport(kind, setSent)
  return (
    <Card
      title={kind === 'members' ? 'Choose your register' : 'Choose the list of payments'}
      description={
        kind === 'members'
          ? 'The Excel or CSV file that you already have: one member a row, headings in the first row. Columns are matched in the next step, and nothing is registered before you confirm.'
          : 'One payment a row with the membership number or phone of the member and the amount. Nothing is recorded before you confirm.'
      }
    >
      <div className="stack">
        <FileDrop
          label={send.isPending ? `Reading ${send.variables.name} …` : 'Drop the file here or choose it'}
          hint={`Excel (.xlsx) or CSV, at most 5 MB and ${countText(importRowsMax)} rows`}
          accept=".xlsx,.csv"
          busy={send.isPending}
          error={send.error ? sentence(send.error) : undefined}
          onFile={(file) => {
            setSent(0)
            send.mutate(file, { onSuccess: onUploaded })
          }}
        />
        {send.isPending && <ProgressBar value={sent} label={sent < 1 ? `Sending ${send.variables.name}` : 'Reading the rows'} />}
        <div className="row">
          <Button look="quiet" icon={Download} onClick={() => saveFile(templateFile(kind), templates[kind].fileName)}>
            Download a template
          </Button>
          <span className="muted">Opens in Excel; the example rows show the form.</span>
        </div>
      </div>
    </Card>
  )
}
