import { FileText } from 'lucide'
import { type ReactNode, useState } from 'react'
import type { Endpoint, Parsed } from '#core/contract/endpoint.ts'
import { sentence } from '#ui/api/api-error.ts'
import { download } from '#ui/api/download.ts'
import { Button } from './Button.tsx'
import { saveFile } from './save-file.ts'
import { toast } from './toast.ts'

/** Saves a paper as the server makes it when the button is pressed; `fileName` is for a reply without one. */
export function PaperButton<E extends Endpoint>({
  endpoint,
  input,
  fileName,
  children,
}: {
  endpoint: E
  input: Parsed<E>
  fileName: string
  children: ReactNode
}) {
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      const paper = await download(endpoint, input)
      saveFile(paper.blob, paper.fileName ?? fileName)
    } catch (error) {
      toast.error(sentence(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={FileText} busy={busy} onClick={() => void save()}>
      {children}
    </Button>
  )
}
