import { useQuery } from '@tanstack/react-query'
import { renew } from '#ui/api/renewal.ts'
import { reverseReturn } from '#features/payroll/returns/contract.ts'
import { Columns3 } from 'lucide'
import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import { sentence } from '#ui/api/api-error.ts'
import { may } from '#ui/session/may.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { DateText } from '#ui/DateText.tsx'
import { FileDrop } from '#ui/FileDrop.tsx'
import { Loading } from '#ui/LoadProblem.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { ReasonDialog } from '#ui/ReasonDialog.tsx'
import { countText } from '#ui/format.ts'
import { Select, optionsOf } from '#ui/Select.tsx'
import { filePurposes, purposeLabels } from '#features/payroll/returns/rules/words.ts'
import { ReturnControls } from './ReturnControls.tsx'
import { ReturnLines } from './ReturnLines.tsx'
import { type Return, returnQuery } from './api.ts'
import type { Schedule } from '#features/payroll/schedules/web/api.ts'
import { useUploadReturn } from './files-api.ts'

const ReturnColumnsDialog = lazy(async () => ({
  default: (await import('./ReturnColumnsDialog.tsx')).ReturnColumnsDialog,
}))
const ReturnQuestions = lazy(async () => ({ default: (await import('./ReturnQuestions.tsx')).ReturnQuestions }))
const ReturnLeftOut = lazy(async () => ({ default: (await import('./ReturnLeftOut.tsx')).ReturnLeftOut }))
const RemittanceDrawer = lazy(async () => ({
  default: (await import('#features/payroll/remittances/web/RemittanceDrawer.tsx')).RemittanceDrawer,
}))

/** What came back from the employer: the file, the differences, the decisions, the voucher. */
export function ReturnTab({ schedule }: { schedule: Schedule }) {
  if (schedule.state === 'draft') {
    return (
      <Card>
        <Banner title="Not sent yet">
          Mark the schedule as sent first. Its return is read by the columns with which it left.
        </Banner>
      </Card>
    )
  }
  if (schedule.returnId === null)
    return may('deduction.manage') ? (
      <ReturnFile schedule={schedule} />
    ) : (
      <Banner title="No return yet">The employer's file has not been read.</Banner>
    )
  return <KnownReturn schedule={schedule} returnId={schedule.returnId} />
}

function KnownReturn({ schedule, returnId }: { schedule: Schedule; returnId: NonNullable<Schedule['returnId']> }) {
  const found = useQuery(returnQuery(returnId))
  const { data } = found
  const [isAnother, setAnother] = useState(false)
  const status = data?.status
  const before = useRef(status)
  useEffect(() => {
    // The posting ended without a request of ours, perhaps before it was seen to be going on: what the employer owes, and every balance, is asked for again.
    if (before.current !== undefined && before.current !== status && status !== 'posting') void renew()
    before.current = status
  })
  if (!data)
    return (
      <Card>
        <Loading of={found} failed="Failed to load the return" />
      </Card>
    )
  const isOpen = data.status === 'checked' || data.status === 'failed'
  return (
    <div className="stack">
      {data.status === 'reversed' && (
        <Banner tone="warning" title="This return was reversed">
          The schedule can be posted again: choose the employer's file again.
        </Banner>
      )}
      <Standing found={data} schedule={schedule} />
      {(isAnother || data.status === 'reversed') && may('deduction.manage') && <ReturnFile schedule={schedule} />}
      {isOpen && isRepeated(data) && (
        <Banner tone="warning" title="Nothing new in this file">
          Every line was in an earlier file. Nothing will be posted or held again.
        </Banner>
      )}
      {isOpen && (
        <Suspense>
          <ReturnQuestions found={data} period={schedule.period} />
        </Suspense>
      )}
      {data.status === 'posting' ? (
        <Card>
          <ProgressBar
            value={data.progress}
            max={data.rows}
            label={`Posting ${countText(data.rows)} lines, all or none`}
          />
        </Card>
      ) : (
        <ReturnControls key={data.id} found={data} isOpen={isOpen} onAnother={() => setAnother(true)} />
      )}
      <ReturnLines found={data} isOpen={isOpen && may('deduction.manage')} />
      {data.leftOut.length > 0 && (
        <Suspense>
          <ReturnLeftOut found={data} />
        </Suspense>
      )}
    </div>
  )
}

/** Whether an earlier file brought all that this one has. */
function isRepeated({ kinds: { duplicate, missing }, rows, totals }: Return): boolean {
  return duplicate.lines > 0 && duplicate.lines + missing.lines === rows && totals.refused === totals.file
}

function Standing({ found, schedule }: { found: Return; schedule: Schedule }) {
  const [reversing, setReversing] = useState(false)
  const [isPaid, setPaid] = useState(false)
  if (found.status === 'failed')
    return (
      <Banner tone="danger" title="Nothing was posted">
        {found.failure}
      </Banner>
    )
  if (found.status !== 'posted' && found.status !== 'deducted' && found.status !== 'crediting') return null
  const isPosted = found.status === 'posted'
  return (
    <>
      <Banner
        tone="success"
        title={isPosted ? `Posted as voucher No. ${found.entryNumber}` : 'Taken as deducted'}
        actions={
          <>
            {schedule.owed > 0n && (
              <Button needs="deduction.manage" size="small" onClick={() => setPaid(true)}>
                Record remittance
              </Button>
            )}
            <Button needs="deduction.manage" size="small" look="danger" onClick={() => setReversing(true)}>
              {isPosted ? 'Reverse voucher' : 'Take back'}
            </Button>
          </>
        }
      >
        {found.fileName}, by {found.acceptedBy}{' '}
        {found.acceptedAt && (
          <>
            on <DateText on={found.acceptedAt} time />
          </>
        )}
        {found.status === 'deducted' ? '. The members are credited when the employer has paid.' : '.'}
      </Banner>
      <Suspense>{isPaid && <RemittanceDrawer schedule={schedule} onClose={() => setPaid(false)} />}</Suspense>
      {reversing && (
        <ReasonDialog
          endpoint={reverseReturn}
          input={{ returnId: found.id }}
          title={isPosted ? 'Reverse this voucher?' : 'Take this return back?'}
          description="All its lines are undone together, and the file can be posted again."
          button={isPosted ? 'Reverse voucher' : 'Take back'}
          failed="This was not reversed"
          onClose={() => setReversing(false)}
        />
      )}
    </>
  )
}

/** Chooses the employer's file. Nothing is posted by it yet. */
function ReturnFile({ schedule }: { schedule: Schedule }) {
  const [sent, setSent] = useState(0)
  const [purpose, setPurpose] = useState<Return['purpose'] | ''>('')
  const send = useUploadReturn(schedule.id, purpose || undefined, setSent)
  const [matching, setMatching] = useState<File>()
  const [looksFirst, setLooksFirst] = useState(false)
  // The columns that are missing are the file's, and an officer can say which they are.
  const isUnmatched = send.error !== null && sentence(send.error).startsWith('This file has no column')
  return (
    <Card
      title="Choose the employer's file"
      description={`What ${schedule.employer} deducted, by the headings of its layout or by what payrolls usually call them. Nothing is posted before you confirm.`}
    >
      <div className="stack">
        <FileDrop
          label={send.isPending ? `Reading ${send.variables?.name ?? ''} …` : 'Drop the file here or choose it'}
          hint="Excel (.xlsx) or CSV, at most 12 MB and 60,000 rows"
          accept=".xlsx,.csv"
          busy={send.isPending}
          error={send.error ? sentence(send.error) : undefined}
          onFile={(file) => {
            setSent(0)
            if (looksFirst) setMatching(file)
            else send.mutate(file)
          }}
        />
        <div className="return-fields">
          <Select
            label="This file is for"
            hint="Where savings and loans come in files of their own"
            value={purpose}
            placeholder="What its rows say"
            options={optionsOf(filePurposes, purposeLabels)}
            onChange={setPurpose}
          />
        </div>
        <Checkbox label="Show me the columns before the file is read" checked={looksFirst} onChange={setLooksFirst} />
        {isUnmatched && (
          <div className="row">
            <Button icon={Columns3} onClick={() => setMatching(send.variables)}>
              Match the columns
            </Button>
          </div>
        )}
        <Suspense>
          {matching && (
            <ReturnColumnsDialog
              schedule={schedule}
              file={matching}
              onClose={() => setMatching(undefined)}
              onMatched={() => {
                setMatching(undefined)
                send.mutate(matching)
              }}
            />
          )}
        </Suspense>
        {send.isPending && (
          <ProgressBar
            value={sent}
            label={sent < 1 ? `Sending ${send.variables?.name ?? ''}` : 'Comparing the lines'}
          />
        )}
      </div>
    </Card>
  )
}
