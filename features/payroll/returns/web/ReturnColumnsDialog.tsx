import { useWork } from '#ui/api/use-work.ts'
import { useEffect, useState } from 'react'
import { saveReturnColumns, readReturnHeadings } from '#features/payroll/returns/return-columns.ts'
import { type ReturnField, returnFields, returnFieldLabels } from '#features/payroll/employers/rules/return-words.ts'
import { upload } from '#ui/api/upload.ts'
import { useAction } from '#ui/api/use-action.ts'
import { Banner } from '#ui/Banner.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Dialog, CancelOr } from '#ui/Dialog.tsx'
import { Select, optionsOf } from '#ui/Select.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import type { Schedule } from '#features/payroll/schedules/web/api.ts'

/** What each column of this employer's file is. It is remembered, so that the next file needs no matching. */
export function ReturnColumnsDialog({
  schedule,
  file,
  onClose,
  onMatched,
}: {
  schedule: Schedule
  file: File
  onClose: () => void
  onMatched: () => void
}) {
  const {
    data,
    error,
    mutate: readHeadings,
  } = useWork((one: File) => upload(readReturnHeadings, one, undefined, { scheduleId: schedule.id }))
  const keep = useAction(saveReturnColumns, { onSuccess: onMatched })
  const [chosen, setChosen] = useState<(ReturnField | null)[]>()
  useEffect(() => readHeadings(file), [file, readHeadings])
  const mapping = chosen ?? data?.mapping ?? []
  const failure = error ?? keep.error
  function choose(column: number, field: ReturnField | '') {
    setChosen(mapping.map((one) => (one === field ? null : one)).with(column, field === '' ? null : field))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Match the columns"
      description={`Say what each column of ${file.name} is. It is remembered for ${schedule.employer}.`}
      actions={
        <CancelOr
          onCancel={onClose}
          look="primary"
          disabled={!data}
          busy={keep.isPending}
          onClick={() => data && keep.mutate({ employerId: schedule.employerId, headings: data.headings, mapping })}
        >
          Read the file
        </CancelOr>
      }
    >
      {failure && <RefusedBanner error={failure} title="Failed to match the columns" />}
      {!data ? (
        !error && <SkeletonLines lines={5} />
      ) : (
        <div className="stack">
          {data.remembered && (
            <Banner title="Columns as last time">
              The last file with these headings was matched in this way. Change what is different.
            </Banner>
          )}
          {data.headings.map((heading, column) => (
            <Select
              key={column}
              label={heading}
              value={mapping[column] ?? ''}
              placeholder="Leave out"
              options={optionsOf(returnFields, returnFieldLabels)}
              onChange={(field) => choose(column, field)}
            />
          ))}
        </div>
      )}
    </Dialog>
  )
}
