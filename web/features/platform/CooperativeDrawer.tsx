import { useQuery } from '@tanstack/react-query'
import { Ban, CircleCheck, CirclePause, Download, FileText } from 'lucide'
import { useState } from 'react'
import type { CooperativeId } from '#domain/ids.ts'
import { sentence } from '#web/api/api-error.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { Drawer } from '#web/ui/Dialog.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { bytesText, countText } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import './CooperativeDrawer.css'
import { DecisionDialog } from './DecisionDialog.tsx'
import { StatusTag } from './StatusTag.tsx'
import { type CooperativeDetail, type Decision, platformQueries, saveDocument } from './api.ts'

/** One cooperative with its papers, and the decision about it. */
export function CooperativeDrawer({ id, onClose }: { id: CooperativeId | undefined; onClose: () => void }) {
  const { data, error, refetch } = useQuery({ ...platformQueries.detail(id ?? ('' as CooperativeId)), enabled: id !== undefined })
  const [decision, setDecision] = useState<Decision | undefined>(undefined)
  const cooperative = data?.id === id ? data : undefined
  return (
    <>
      <Drawer
        open={id !== undefined}
        onClose={onClose}
        title={cooperative?.name ?? 'Cooperative'}
        actions={
          cooperative && (
            <>
              {cooperative.status === 'pending' && (
                <Button look="danger" icon={Ban} onClick={() => setDecision('rejected')}>
                  Reject
                </Button>
              )}
              {cooperative.status === 'active' && (
                <Button look="danger" icon={CirclePause} onClick={() => setDecision('suspended')}>
                  Suspend
                </Button>
              )}
              {cooperative.status !== 'active' && (
                <Button look="primary" icon={CircleCheck} onClick={() => setDecision('active')}>
                  Activate
                </Button>
              )}
            </>
          )
        }
      >
        {error ? (
          <Banner tone="danger" title="Failed to load cooperative profile" actions={<Button size="small" onClick={() => void refetch()}>Try Again</Button>}>
            {sentence(error)}
          </Banner>
        ) : cooperative ? (
          <Details cooperative={cooperative} />
        ) : (
          <SkeletonLines lines={8} />
        )}
      </Drawer>
      {cooperative && <DecisionDialog cooperative={cooperative} decision={decision} onClose={() => setDecision(undefined)} />}
    </>
  )
}

function Details({ cooperative }: { cooperative: CooperativeDetail }) {
  return (
    <div className="stack">
      <p>
        <StatusTag status={cooperative.status} />
      </p>
      {cooperative.statusReason && <Banner tone="info" title="Reason given">{cooperative.statusReason}</Banner>}
      <Facts
        items={[
          { label: 'Cooperative ID', value: <span className="number">{cooperative.coop_id}</span> },
          {
            label: 'Phone',
            value: (
              <a className="number" href={`tel:${cooperative.phone}`}>
                {cooperative.phone}
              </a>
            ),
          },
          { label: 'Email', value: cooperative.email ? <a href={`mailto:${cooperative.email}`}>{cooperative.email}</a> : 'Not given' },
          { label: 'Address', value: cooperative.address ?? 'Not given' },
          { label: 'Registration number', value: cooperative.registrationNumber ?? 'Not given' },
          { label: 'Members', value: countText(cooperative.members) },
          { label: 'Registered', value: <DateText on={cooperative.createdAt} time /> },
        ]}
      />
      <h3>Documents</h3>
      {cooperative.documents.length === 0 ? (
        <p className="muted">None sent yet.</p>
      ) : (
        <ul className="cooperative-documents">
          {cooperative.documents.map((document) => (
            <DocumentLine key={document.id} document={document} />
          ))}
        </ul>
      )}
    </div>
  )
}

function DocumentLine({ document }: { document: CooperativeDetail['documents'][number] }) {
  const [busy, setBusy] = useState(false)
  return (
    <li>
      <Icon of={FileText} />
      <span>
        {document.fileName}
        <small>
          {bytesText(document.bytes)}, <DateText on={document.uploadedAt} time />
        </small>
      </span>
      <Button
        size="small"
        icon={Download}
        busy={busy}
        aria-label={`Download ${document.fileName}`}
        onClick={() => {
          setBusy(true)
          saveDocument(document.id, document.fileName)
            .catch((error: unknown) => toast.error(sentence(error)))
            .finally(() => setBusy(false))
        }}
      >
        Download
      </Button>
    </li>
  )
}
