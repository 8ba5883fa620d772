import { useQuery } from '@tanstack/react-query'
import { Download, ExternalLink, FileText } from 'lucide'
import { useEffect, useState } from 'react'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { bytesText } from '#ui/format.ts'
import { Icon } from '#ui/Icon.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { saveFile } from '#ui/save-file.ts'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import './DocumentViewer.css'
import { type CooperativeDocument, platformQueries } from './api.ts'

/** A picture is shown here; a PDF in a tab of the browser's own viewer, which no page of ours could draw as well. */
export function DocumentViewer({ document, onClose }: { document: CooperativeDocument; onClose: () => void }) {
  const { data: blob, error, refetch } = useQuery(platformQueries.document(document.id))
  const address = useAddressOf(blob)
  const isPicture = document.mediaType.startsWith('image/')
  return (
    <Dialog
      open
      onClose={onClose}
      title={document.fileName}
      description={`${bytesText(document.bytes)}. That you opened it is in the audit trail.`}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {blob && (
            <Button icon={Download} onClick={() => saveFile(blob, document.fileName)}>
              Download
            </Button>
          )}
          {address && (
            <a
              className={buttonClass(isPicture ? 'secondary' : 'primary')}
              href={address}
              target="_blank"
              rel="noopener"
            >
              <Icon of={ExternalLink} />
              Open in a tab
            </a>
          )}
        </>
      }
    >
      {error ? (
        <LoadProblem title="Failed to load the document" error={error} onRetry={() => void refetch()} />
      ) : !address ? (
        <SkeletonLines lines={6} />
      ) : (
        <div className="document-viewer">
          {isPicture ? (
            <img src={address} alt={`The document ${document.fileName}`} />
          ) : (
            <>
              <Icon of={FileText} size={40} />
              <p>A PDF opens in a tab of its own.</p>
            </>
          )}
        </div>
      )}
    </Dialog>
  )
}

/** An address for what is in memory, taken back when nothing shows it any more. */
function useAddressOf(blob: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setAddress(made)
    return () => {
      setAddress(undefined)
      URL.revokeObjectURL(made)
    }
  }, [blob])
  return address
}
