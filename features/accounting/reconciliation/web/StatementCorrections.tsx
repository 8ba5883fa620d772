import { useQuery } from '@tanstack/react-query'
import { listStatementCorrections } from '#features/accounting/reconciliation/contract.ts'
import { query } from '#ui/api/query.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Facts } from '#ui/Facts.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { countText } from '#ui/format.ts'
import { DateText } from '#ui/DateText.tsx'
import { labelled } from '#core/words.ts'
import type { Reconciliation } from './api.ts'

const words = labelled({
  left_out: 'left out',
  taken_back: 'taken back',
  known: 'already here',
  moved: 'moved by the bank',
  another: 'another line than one that was here',
  figure: 'a figure that differs from the lines',
})

/** What was corrected or said by hand in a file before its lines were stored. */
export function StatementCorrections({
  account: { accountId },
  statement: { id, fileName, uploadedBy, uploadedAt },
  onClose,
}: {
  account: Reconciliation
  statement: Reconciliation['statements'][number]
  onClose: () => void
}) {
  const found = useQuery(query(listStatementCorrections, { accountId, statementId: id }))
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Corrections of ${fileName}`}
      description={
        <>
          By {uploadedBy}, <DateText on={uploadedAt} />
        </>
      }
      actions={
        <Button look="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      {found.isError ? (
        <LoadProblem title="Failed to load the corrections" of={found} />
      ) : !found.data ? (
        <SkeletonLines lines={3} />
      ) : (
        <Facts
          items={found.data.map(({ row, kind, heading, was, became }) =>
            kind === 'cell'
              ? { label: `Row ${countText(row)}, ${heading}`, value: `${was || 'empty'} became ${became || 'empty'}` }
              : { label: `Row ${countText(row)}, ${words[kind]}`, value: was },
          )}
        />
      )}
    </Dialog>
  )
}
