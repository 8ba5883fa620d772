import { useQuery } from '@tanstack/react-query'
import { removeLoanDocument, listLoanDocuments } from '#features/loans/documents/contract.ts'
import { useState } from 'react'
import { useAction } from '#ui/api/use-action.ts'
import { query } from '#ui/api/query.ts'
import { may } from '#ui/session/may.ts'
import { AddPaper } from '#ui/AddPaper.tsx'
import { Card } from '#ui/Card.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { PaperList } from '#ui/PaperList.tsx'
import { RemovePaperDialog } from '#ui/RemovePaperDialog.tsx'
import type { LoanDetail } from './api.ts'
import { type Paper, savePaper, sendPaper } from './papers-api.ts'
import * as strings from './strings.ts'

/** The papers of a loan. */
export function LoanPapers({ loan }: { loan: LoanDetail }) {
  const asked = useQuery(query(listLoanDocuments, { loanId: loan.id }))
  const [removing, setRemoving] = useState<Paper>()
  if (asked.isError) {
    return (
      <Card title={strings.papers}>
        <LoadProblem title={strings.failedToLoadThePapers} of={asked} />
      </Card>
    )
  }
  const { documents = [], addable = false } = asked.data ?? {}
  if (documents.length === 0 && !addable) return null
  return (
    <Card title={strings.papers} description={strings.aPayslipAProForma}>
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
            label={strings.addAPaper}
            hint={strings.pdfJpegOrPngAt}
            done={strings.paperAdded}
            send={(file, onProgress) => sendPaper(loan.id, file, onProgress)}
          />
        )}
      </div>
      {removing && <RemovePaper loan={loan} paper={removing} onClose={() => setRemoving(undefined)} />}
    </Card>
  )
}

function RemovePaper({ loan, paper, onClose }: { loan: LoanDetail; paper: Paper; onClose: () => void }) {
  const remove = useAction(removeLoanDocument)
  return (
    <RemovePaperDialog
      fileName={paper.fileName}
      remove={remove}
      onRemove={(gone) => remove.mutate({ loanId: loan.id, documentId: paper.id }, { onSuccess: gone })}
      onClose={onClose}
    />
  )
}
