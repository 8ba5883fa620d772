import { Download } from 'lucide'
import { useState } from 'react'
import type { FileFormat } from '#core/file-format.ts'
import { sentence } from '#ui/api/api-error.ts'
import { Button } from '#ui/Button.tsx'
import { Menu } from '#ui/Menu.tsx'
import { toast } from '#ui/toast.ts'

/** Excel, CSV or PDF of what is on the screen. */
export function SaveMenu({ save, size }: { save: (format: FileFormat) => Promise<void>; size?: 'small' }) {
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
      items={async () => (await import('./save-items.ts')).saveItems(begin)}
      trigger={(props) => (
        <Button icon={Download} busy={busy} {...(size && { size })} {...props}>
          Download
        </Button>
      )}
    />
  )
}
