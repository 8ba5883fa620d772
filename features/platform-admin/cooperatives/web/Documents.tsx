import { useWork } from '#ui/api/use-work.ts'
import { FileCheck2 } from 'lucide'
import { useState } from 'react'
import { downloadDocument, uploadCacDocument } from '#features/platform-admin/cooperatives/contract.ts'
import { sentence } from '#ui/api/api-error.ts'
import { upload } from '#ui/api/upload.ts'
import { may } from '#ui/session/may.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { FileDrop } from '#ui/FileDrop.tsx'
import { bytesText } from '#ui/format.ts'
import { Icon } from '#ui/Icon.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { toast } from '#ui/toast.ts'
import './Documents.css'
import type { Profile } from './api.ts'

/** What saving takes comes with the first file that somebody wants back. */
async function saveDocument({ id, fileName }: Profile['documents'][number]): Promise<void> {
  const { saveDownload } = await import('#ui/save-download.ts')
  await saveDownload(downloadDocument, { documentId: id }, fileName)
}

/** The registration papers that were sent, and the way to send another. */
export function Documents({
  documents,
  description,
}: {
  documents: Profile['documents'] | undefined
  description: string
}) {
  const [part, setPart] = useState(0)
  const send = useWork((file: File) => upload(uploadCacDocument, file, setPart))
  return (
    <Card title="Certificate of registration" description={description}>
      <div className="stack">
        {documents && documents.length > 0 && (
          <ul className="documents">
            {documents.map((document) => (
              <li key={document.id}>
                <Icon of={FileCheck2} />
                <span>
                  {document.fileName}
                  <small>
                    {bytesText(document.bytes)}, received <DateText on={document.uploadedAt} time />
                  </small>
                </span>
                <Button
                  size="small"
                  look="quiet"
                  aria-label={`Download ${document.fileName}`}
                  onClick={() => saveDocument(document).catch((error: unknown) => toast.error(sentence(error)))}
                >
                  Download
                </Button>
              </li>
            ))}
          </ul>
        )}
        {!may('document.upload') ? null : send.isPending ? (
          <ProgressBar value={part} label={part < 1 ? `Sending, ${Math.floor(part * 100)} %` : 'Checking the file'} />
        ) : (
          <FileDrop
            label={documents?.length ? 'Send another document' : 'Choose your certificate of registration'}
            hint="PDF, JPEG or PNG, at most 5 MB"
            accept=".pdf,.jpg,.jpeg,.png,application/pdf,image/jpeg,image/png"
            error={send.error ? sentence(send.error) : undefined}
            onFile={(file) => {
              setPart(0)
              send.mutate(file, { onSuccess: () => toast.success('Document received') })
            }}
          />
        )}
      </div>
    </Card>
  )
}
