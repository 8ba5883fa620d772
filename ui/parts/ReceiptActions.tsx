import { Download, Share2 } from 'lucide'
import { useState } from 'react'
import type { TransactionId } from '#core/ids.ts'
import { sentence } from '#ui/api/api-error.ts'
import { receiptFile } from './statements.ts'
import { Button } from '#ui/Button.tsx'
import { saveFile } from '#ui/save-file.ts'
import { shareFile } from '#ui/share-file.ts'
import { toast } from '#ui/toast.ts'
import * as strings from './strings.ts'

/** The receipt of a posted movement, to keep or to send on. */
export function ReceiptActions({ transactionId }: { transactionId: TransactionId }) {
  const [busy, setBusy] = useState<'save' | 'share'>()
  async function take(what: 'save' | 'share') {
    setBusy(what)
    try {
      const file = await receiptFile(transactionId)
      const done = what === 'share' ? await shareFile(file) : saveFile(file, file.name)
      if (done) toast.success(done)
    } catch (error) {
      toast.error(sentence(error))
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <div className="row">
      <Button icon={Download} busy={busy === 'save'} onClick={() => void take('save')}>
        {strings.downloadReceipt}
      </Button>
      <Button icon={Share2} busy={busy === 'share'} onClick={() => void take('share')}>
        {strings.shareReceipt}
      </Button>
    </div>
  )
}
