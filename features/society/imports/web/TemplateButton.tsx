import { Download } from 'lucide'
import type { ImportKind } from '#features/society/imports/rules/import.ts'
import { Button } from '#ui/Button.tsx'
import { saveFile } from '#ui/save-file.ts'

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
  const lines = templates[kind].rows.map((row) =>
    row.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','),
  )
  return new Blob([`\uFEFF${lines.join('\r\n')}\r\n`], { type: 'text/csv;charset=utf-8' })
}

/** A file of the right form with example rows. */
export function TemplateButton({ kind }: { kind: ImportKind }) {
  return (
    <div className="row">
      <Button look="quiet" icon={Download} onClick={() => saveFile(templateFile(kind), templates[kind].fileName)}>
        Download a template
      </Button>
      <span className="muted">Opens in Excel; the example rows show the form.</span>
    </div>
  )
}
