import { FileText } from 'lucide'
import { useState } from 'react'
import { getLoanAgreement } from '#contract/agreements.ts'
import type { LoanId } from '#domain/ids.ts'
import { sentence } from '#web/api/api-error.ts'
import { download } from '#web/api/download.ts'
import { Button } from '#web/ui/Button.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { toast } from '#web/ui/toast.ts'

/** Saves the agreement to sign; the server makes it anew each time, with its own number. */
export function AgreementButton({ loanId }: { loanId: LoanId }) {
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      const { blob, fileName } = await download(getLoanAgreement, { loanId })
      saveFile(blob, fileName ?? 'loan-agreement.pdf')
    } catch (error) {
      toast.error(sentence(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={FileText} busy={busy} onClick={() => void save()}>
      Agreement
    </Button>
  )
}
