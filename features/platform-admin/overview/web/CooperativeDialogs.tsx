import { DecisionDialog } from './DecisionDialog.tsx'
import { DocumentViewer } from './DocumentViewer.tsx'
import { PlanDialog } from './PlanDialog.tsx'
import { RequestDocumentsDialog } from './RequestDocumentsDialog.tsx'
import type { Acting, CooperativeDetail } from './api.ts'

/** What can be done about a cooperative, one at a time. */
export function CooperativeDialogs({
  cooperative,
  acting,
  onClose,
}: {
  cooperative: CooperativeDetail
  acting: Acting
  onClose: () => void
}) {
  if (typeof acting === 'object') return <DocumentViewer document={acting} onClose={onClose} />
  if (acting === 'documents') return <RequestDocumentsDialog cooperative={cooperative} onClose={onClose} />
  if (acting === 'plan') return <PlanDialog cooperative={cooperative} onClose={onClose} />
  return <DecisionDialog cooperative={cooperative} decision={acting} onClose={onClose} />
}
