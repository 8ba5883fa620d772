import { Download, FileSpreadsheet, FileText, Table2 } from 'lucide'
import { useState } from 'react'
import type { FileFormat } from '#domain/ledger/report.ts'
import { sentence } from '#web/api/api-error.ts'
import { Button } from './Button.tsx'
import { Menu } from './Menu.tsx'
import { toast } from './toast.ts'

/** Excel, CSV or PDF of what is on the screen. */
export function SaveMenu({ save }: { save: (format: FileFormat) => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const begin = (format: FileFormat) => {
    setBusy(true)
    save(format)
      .catch((error: unknown) => toast.error(sentence(error)))
      .finally(() => setBusy(false))
  }
  return (
    <Menu
      label="Download"
      items={[
        { label: 'Excel workbook', icon: FileSpreadsheet, onSelect: () => begin('xlsx') },
        { label: 'CSV', icon: Table2, onSelect: () => begin('csv') },
        { label: 'PDF to print or send', icon: FileText, onSelect: () => begin('pdf') },
      ]}
      trigger={(props) => (
        <Button icon={Download} busy={busy} {...props}>
          Download
        </Button>
      )}
    />
  )
}
