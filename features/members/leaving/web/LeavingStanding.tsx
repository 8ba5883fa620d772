import { Fragment, Suspense, lazy, useState } from 'react'
import { approveLeaving, getSettlementSheet } from '#features/members/leaving/contract.ts'
import { isFormer } from '#features/members/members/rules/member.ts'
import { type LeavingReason, leavingReasonLabels } from '#features/members/leaving/rules/leaving.ts'
import { useAction } from '#ui/api/use-action.ts'
import { Link } from '#ui/router/Link.tsx'
import { may } from '#ui/session/may.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { Facts } from '#ui/Facts.tsx'
import { PaperButton } from '#ui/PaperButton.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Tag } from '#ui/Tag.tsx'
import { moneyText, plural } from '#ui/format.ts'
import { toast } from '#ui/toast.ts'
import { Clearance } from './Clearance.tsx'
import './LeavingStanding.css'
import { Payees } from './Payees.tsx'
import { SettlementStatement } from './SettlementStatement.tsx'
import type { Leaving, LeavingAct, Payee, Standing } from './api.ts'

const StartLeaving = lazy(async () => ({ default: (await import('./StartLeaving.tsx')).StartLeaving }))
const SettleForm = lazy(async () => ({ default: (await import('./SettleForm.tsx')).SettleForm }))
const MergeDialog = lazy(async () => ({ default: (await import('./MergeDialog.tsx')).MergeDialog }))
const ReversePayout = lazy(async () => ({ default: (await import('./PayDialog.tsx')).ReversePayout }))
const LeavingDialog = lazy(async () => ({ default: (await import('./LeavingDialog.tsx')).LeavingDialog }))

/** The exit as it is, beside what it pays and what is to be done. */
export function LeavingStanding({ standing }: { standing: Standing }) {
  const { leaving, earlier } = standing
  const [act, setAct] = useState<LeavingAct>()
  const [merging, setMerging] = useState(false)
  const isSettled = leaving?.status === 'settled'
  return (
    <>
      {leaving ? (
        <Begun standing={standing} leaving={leaving} onAct={setAct} />
      ) : (
        may('leaving.manage') && (
          <Suspense fallback={<SkeletonLines lines={5} />}>
            <StartLeaving standing={standing} />
            {!isFormer(standing.member.status) && (
              <p>
                Is this a second record of one person?{' '}
                <Button look="quiet" onClick={() => setMerging(true)}>
                  Merge into another record
                </Button>
              </p>
            )}
          </Suspense>
        )
      )}
      <div className="leave-grid">
        <SettlementStatement standing={standing} />
        <div className="stack">
          {!isSettled && <Clearance standing={standing} />}
          {leaving?.status === 'open' && may('leaving.manage') && (
            <Suspense fallback={<SkeletonLines lines={5} />}>
              <SettleForm key={String(standing.statement.net)} standing={standing} leaving={leaving} />
            </Suspense>
          )}
          {leaving && leaving.status !== 'open' && <Payees standing={standing} leaving={leaving} />}
        </div>
      </div>
      {earlier.length > 0 && <Earlier leavings={earlier} waitsFrom={standing.reversalsWaitFrom} />}
      <Suspense>
        {merging && <MergeDialog member={standing.member} onClose={() => setMerging(false)} />}
        {act && leaving && (
          <LeavingDialog act={act} name={standing.member.name} leaving={leaving} onClose={() => setAct(undefined)} />
        )}
      </Suspense>
    </>
  )
}

const dayLabels: Record<LeavingReason, string> = {
  resignation: 'Day of the notice',
  expulsion: 'Day of the decision',
  death: 'Day of death',
  merged: 'Day of the merge',
}

function Begun({
  standing,
  leaving,
  onAct,
}: {
  standing: Standing
  leaving: Leaving
  onAct: (act: LeavingAct) => void
}) {
  const {
    reason,
    status,
    noticedOn,
    noticeEndsOn,
    noticeDaysLeft,
    waived,
    note,
    startedBy,
    startedAt,
    settled,
    reversalAskedBy,
  } = leaving
  return (
    <Card
      title={leavingReasonLabels[reason]}
      actions={
        <>
          <StateTag status={status} />
          <PaperButton endpoint={getSettlementSheet} input={{ leavingId: leaving.id }} fileName="settlement.pdf">
            Settlement sheet
          </PaperButton>
          {status === 'open' && noticeDaysLeft > 0 && (
            <Button needs="leaving.manage" onClick={() => onAct('waive')}>
              Waive the notice
            </Button>
          )}
          {status === 'open' && (
            <Button needs="leaving.manage" onClick={() => onAct('cancel')}>
              Cancel exit
            </Button>
          )}
          {status === 'settled' && reason !== 'merged' && !reversalAskedBy && (
            <Button needs="leaving.manage" look="danger" onClick={() => onAct('reverse')}>
              Reverse the settlement
            </Button>
          )}
        </>
      }
    >
      {status === 'waiting' && <Waiting standing={standing} leaving={leaving} onReject={() => onAct('reject')} />}
      {reversalAskedBy && (
        <Banner tone="warning" title="A reversal waits">
          {reversalAskedBy} asked to reverse this settlement. Another officer approves it under Financial Record.
        </Banner>
      )}
      <Facts
        items={[
          { label: dayLabels[reason], value: <DateText on={noticedOn} /> },
          {
            label: 'Notice',
            value: noticeEndsOn && (
              <NoticeText endsOn={noticeEndsOn} left={noticeDaysLeft} isWaived={waived !== null} />
            ),
          },
          { label: 'Waived by', value: waived && `${waived.by}: ${waived.reason}` },
          { label: 'Note', value: note },
          {
            label: 'Started',
            value: (
              <>
                <DateText on={startedAt} /> by {startedBy}
              </>
            ),
          },
          {
            label: 'Settled',
            value: settled && (
              <>
                <DateText on={settled.on} /> by {settled.by}
              </>
            ),
          },
          {
            label: 'Voucher',
            value: settled?.entryId && (
              <Link to="/coop/financial-operations/reports/entries/$entryId" params={{ entryId: settled.entryId }}>
                No. {settled.entryNumber}
              </Link>
            ),
          },
        ]}
      />
    </Card>
  )
}

function NoticeText({
  endsOn,
  left,
  isWaived,
}: {
  endsOn: Standing['statement']['on']
  left: number
  isWaived: boolean
}) {
  if (isWaived)
    return (
      <>
        Waived; it would run until <DateText on={endsOn} />
      </>
    )
  return left > 0 ? (
    <>
      {plural(left, 'day')} left, until <DateText on={endsOn} />
    </>
  ) : (
    <>
      Over since <DateText on={endsOn} />
    </>
  )
}

function StateTag({ status }: Pick<Leaving, 'status'>) {
  switch (status) {
    case 'settled':
      return <Tag tone="success">Settled</Tag>
    case 'waiting':
      return <Tag tone="warning">Waits for approval</Tag>
    case 'open':
      return <Tag tone="info">Open</Tag>
    case 'cancelled':
      return <Tag>Cancelled</Tag>
    case 'reversed':
      return <Tag>Reversed</Tag>
    case 'readmitted':
      return <Tag tone="info">Readmitted</Tag>
  }
}

function Waiting({ standing, leaving, onReject }: { standing: Standing; leaving: Leaving; onReject: () => void }) {
  const approve = useAction(approveLeaving)
  const { approvals, askedBy } = leaving
  return (
    <>
      {approve.error && <RefusedBanner error={approve.error} title="The settlement was not approved" />}
      <Banner
        tone="warning"
        title={`${approvals?.given.length ?? 0} of ${plural(approvals?.asked ?? 1, 'approval')} given`}
        actions={
          <>
            <Button needs="leaving.manage" onClick={onReject}>
              Send it back
            </Button>
            {approvals?.open && (
              <Button
                needs="leaving.manage"
                look="primary"
                busy={approve.isPending}
                onClick={() =>
                  approve.mutate(
                    { leavingId: leaving.id },
                    {
                      onSuccess: ({ leaving: now }) =>
                        toast.success(now?.status === 'settled' ? `${standing.member.name} has left` : 'Approved'),
                    },
                  )
                }
              >
                Approve the settlement
              </Button>
            )}
          </>
        }
      >
        {askedBy} put this settlement together.{' '}
        {approvals?.open
          ? 'Check each line, then approve it.'
          : 'Another officer approves it here or under Financial Record.'}
      </Banner>
    </>
  )
}

function Earlier({ leavings, waitsFrom }: { leavings: Standing['earlier']; waitsFrom: Standing['reversalsWaitFrom'] }) {
  const [returned, setReturned] = useState<{ leaving: Standing['earlier'][number]; payee: Payee }>()
  return (
    <Card title="Earlier">
      {leavings.map((leaving) => (
        <Fragment key={leaving.id}>
          <p className="row">
            <StateTag status={leaving.status} />
            <span>
              {leavingReasonLabels[leaving.reason]} of <DateText on={leaving.noticedOn} />
              {leaving.ended && <span className="muted">{` · ${leaving.ended.by}: ${leaving.ended.reason}`}</span>}
            </span>
          </p>
          {leaving.payees
            .filter(({ isPaidLater }) => isPaidLater)
            .map((payee) => (
              <p key={payee.number} className="row">
                <Button needs="leaving.pay" look="quiet" onClick={() => setReturned({ leaving, payee })}>
                  {`Reverse the payment of ${moneyText(payee.amount)}`}
                </Button>
              </p>
            ))}
        </Fragment>
      ))}
      <Suspense>
        {returned && (
          <ReversePayout
            {...returned}
            waits={waitsFrom !== null && returned.payee.amount >= waitsFrom}
            onClose={() => setReturned(undefined)}
          />
        )}
      </Suspense>
    </Card>
  )
}
