import { FileText } from 'lucide'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { bytesText } from '#ui/format.ts'
import { Icon } from '#ui/Icon.tsx'
import type { CooperativeDetail, CooperativeDocument } from './api.ts'

/** The papers that a cooperative sent. */
export function Documents({
  documents,
  onOpen,
}: {
  documents: CooperativeDetail['documents']
  onOpen: (document: CooperativeDocument) => void
}) {
  return (
    <Card title="Documents">
      {documents.length === 0 ? (
        <p className="muted">None sent yet.</p>
      ) : (
        <ul className="cooperative-documents">
          {documents.map((document) => (
            <li key={document.id}>
              <Icon of={FileText} />
              <span>
                {document.fileName}
                <small>
                  {bytesText(document.bytes)}, <DateText on={document.uploadedAt} time />
                </small>
              </span>
              <Button size="small" aria-label={`Open ${document.fileName}`} onClick={() => onOpen(document)}>
                Open
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
