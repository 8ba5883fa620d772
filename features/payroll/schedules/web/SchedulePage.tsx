import { useQuery } from '@tanstack/react-query'
import { renew } from '#web/api/renewal.ts'
import { rebuildSchedule } from '#features/payroll/schedules/contract.ts'
import { RefreshCw, Send } from 'lucide'
import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import type { ScheduleId } from '#domain/ids.ts'
import { useAction } from '#web/api/use-action.ts'
import { sentence } from '#web/api/api-error.ts'
import { useParams } from '#web/router/place.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { FigureCard, FigureGrid } from '#web/ui/FigureCard.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { periodName, plural } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.ts'
import { useListSearch } from '#web/ui/use-list-search.ts'
import { ScheduleLines } from './ScheduleLines.tsx'
import { ScheduleTag } from './ScheduleTag.tsx'
import { type Schedule, deductionQueries } from './api.ts'

const Variations = lazy(async () => ({ default: (await import('./Variations.tsx')).Variations }))
const ReturnTab = lazy(async () => ({
  default: (await import('#features/payroll/returns/web/ReturnTab.tsx')).ReturnTab,
}))
const Remittances = lazy(async () => ({
  default: (await import('#features/payroll/remittances/web/Remittances.tsx')).Remittances,
}))
const Crediting = lazy(async () => ({ default: (await import('./Crediting.tsx')).Crediting }))
const DownloadMenu = lazy(async () => ({ default: (await import('./DownloadMenu.tsx')).DownloadMenu }))
const SendDialog = lazy(async () => ({ default: (await import('./SendDialog.tsx')).SendDialog }))

const tabs = ['schedule', 'variations', 'return', 'remittances'] as const
type TabKey = (typeof tabs)[number]

/** One month of one employer: out, back, and paid over. */
export function SchedulePage() {
  const { scheduleId = '' } = useParams()
  const { data, error, refetch } = useQuery(deductionQueries.schedule(scheduleId as ScheduleId))
  const { choice, set } = useListSearch()
  const [sending, setSending] = useState(false)
  const tab = choice('tab', tabs) ?? 'schedule'
  const credited = data?.credited
  const before = useRef(credited)
  useEffect(() => {
    // The crediting ended without a request of ours: every balance is asked for again.
    if (before.current === false && credited) void renew()
    before.current = credited
  })
  if (!data) {
    return (
      <Page title="Deduction schedule">
        <Card>
          {error ? (
            <LoadProblem title="Failed to load the schedule" error={error} onRetry={() => void refetch()} />
          ) : (
            <SkeletonLines lines={6} />
          )}
        </Card>
      </Page>
    )
  }
  return (
    <Page
      title={`${data.employer}, ${periodName(data.period)}`}
      tabTitle={`Deductions ${periodName(data.period)}`}
      description={
        <>
          <ScheduleTag schedule={data} /> {plural(data.members, 'member')}
          {data.sentAt && (
            <>
              {' '}
              · sent by {data.sentBy} on <DateText on={data.sentAt} />
            </>
          )}
        </>
      }
      actions={<Actions schedule={data} tab={tab} onSend={() => setSending(true)} />}
    >
      <FigureGrid label="This month">
        <FigureCard label="Asked for" value={<MoneyText amount={data.total} />} />
        <FigureCard label="Deducted" value={<MoneyText amount={data.deducted} />} />
        <FigureCard label="Remitted" value={<MoneyText amount={data.remitted} />} />
        <FigureCard
          label="Deducted, not yet remitted"
          value={<MoneyText amount={data.owed} />}
          {...(data.owed > 0n && { tone: 'warning' as const })}
        />
      </FigureGrid>
      <Suspense>{data.crediting && <Crediting crediting={data.crediting} />}</Suspense>
      <Tabs
        label="Schedule"
        tabs={[
          { key: 'schedule', label: 'Schedule' },
          { key: 'variations', label: 'Variations' },
          { key: 'return', label: 'Return' },
          { key: 'remittances', label: 'Remittances' },
        ]}
        active={tab}
        onChange={(next) =>
          set({ tab: next === 'schedule' ? undefined : next, q: undefined, kind: undefined, sort: undefined })
        }
      >
        <Suspense fallback={<SkeletonLines lines={6} />}>
          {tab === 'schedule' && <ScheduleLines schedule={data} />}
          {tab === 'variations' && <Variations schedule={data} />}
          {tab === 'return' && <ReturnTab key={data.returnId} schedule={data} />}
          {tab === 'remittances' && <Remittances schedule={data} />}
        </Suspense>
      </Tabs>
      <Suspense>{sending && <SendDialog schedule={data} onClose={() => setSending(false)} />}</Suspense>
    </Page>
  )
}

function Actions({ schedule, tab, onSend }: { schedule: Schedule; tab: TabKey; onSend: () => void }) {
  const rebuild = useAction(rebuildSchedule)
  return (
    <>
      {schedule.state === 'draft' && (
        <Button
          needs="deduction.manage"
          icon={RefreshCw}
          busy={rebuild.isPending}
          onClick={() =>
            rebuild.mutate(
              { scheduleId: schedule.id },
              { onSuccess: () => toast.success('Drawn up again'), onError: (error) => toast.error(sentence(error)) },
            )
          }
        >
          Draw up again
        </Button>
      )}
      <Suspense>
        <DownloadMenu schedule={schedule} list={tab === 'variations' ? 'variations' : 'schedule'} />
      </Suspense>
      {schedule.state === 'draft' && (
        <Button needs="deduction.manage" look="primary" icon={Send} onClick={onSend}>
          Mark as sent
        </Button>
      )}
    </>
  )
}
