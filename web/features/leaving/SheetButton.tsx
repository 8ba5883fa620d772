import { FileText } from 'lucide'
import { useState } from 'react'
import { getSettlementSheet } from '#contract/leaving.ts'
import type { LeavingId } from '#domain/ids.ts'
import { sentence } from '#web/api/api-error.ts'
import { download } from '#web/api/download.ts'
import { Button } from '#web/ui/Button.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { toast } from '#web/ui/toast.ts'

/** Saves the settlement to sign, as it stands when the button is pressed. */
export function SheetButton({ leavingId }: { leavingId: LeavingId }) {
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      const { blob, fileName } = await download(getSettlementSheet, { leavingId })
      saveFile(blob, fileName ?? 'settlement.pdf')
    } catch (error) {
      toast.error(sentence(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={FileText} busy={busy} onClick={() => void save()}>
      Settlement sheet
    </Button>
  )
}
