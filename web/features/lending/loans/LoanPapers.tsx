import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { may } from '#web/session/may.ts'
import { AddPaper } from '#web/ui/AddPaper.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { PaperList } from '#web/ui/PaperList.tsx'
import { RemovePaperDialog } from '#web/ui/RemovePaperDialog.tsx'
import type { LoanDetail } from './api.ts'
import { type Paper, papersQuery, savePaper, sendPaper, useRemovePaper } from './papers-api.ts'

/** The papers of a loan. */
export function LoanPapers({ loan }: { loan: LoanDetail }) {
  const asked = useQuery(papersQuery(loan.id))
  const [removing, setRemoving] = useState<Paper>()
  if (asked.isError) {
    return (
      <Card title="Papers">
        <LoadProblem title="Failed to load the papers" error={asked.error} onRetry={() => void asked.refetch()} />
      </Card>
    )
  }
  const { documents = [], addable = false } = asked.data ?? {}
  if (documents.length === 0 && !addable) return null
  return (
    <Card title="Papers" description="A payslip, a pro-forma invoice: read by the officers and the borrower only.">
      <div className="stack">
        {documents.length > 0 && (
          <PaperList
            papers={documents}
            save={(paper) => savePaper(loan.id, paper)}
            {...(may('loan.apply') && { onRemove: setRemoving })}
          />
        )}
        {addable && may('loan.apply') && (
          <AddPaper
            label="Add a paper"
            hint="PDF, JPEG or PNG, at most 5 MB, or a photograph"
            done="Paper added"
            send={(file, onProgress) => sendPaper(loan.id, file, onProgress)}
            renews={papersQuery(loan.id).queryKey}
          />
        )}
      </div>
      {removing && <RemovePaper loan={loan} paper={removing} onClose={() => setRemoving(undefined)} />}
    </Card>
  )
}

function RemovePaper({ loan, paper, onClose }: { loan: LoanDetail; paper: Paper; onClose: () => void }) {
  const remove = useRemovePaper(loan.id)
  return (
    <RemovePaperDialog
      fileName={paper.fileName}
      remove={remove}
      onRemove={(gone) => remove.mutate({ loanId: loan.id, documentId: paper.id }, { onSuccess: gone })}
      onClose={onClose}
    />
  )
}
