import { useQuery } from '@tanstack/react-query'
import { renew } from '#ui/api/renewal.ts'
import { Send } from 'lucide'
import { Suspense, lazy, useEffect, useRef } from 'react'
import type { ScheduleId } from '#core/ids.ts'
import { useParams } from '#ui/router/place.ts'
import { DateText } from '#ui/DateText.tsx'
import { Detail } from '#ui/Detail.tsx'
import { Figures } from '#ui/FigureCard.tsx'
import { periodName, plural } from '#ui/format.ts'
import { ScheduleLines } from './ScheduleLines.tsx'
import { ScheduleTag } from './ScheduleTag.tsx'
import { scheduleQuery } from './api.ts'

const Variations = lazy(async () => ({ default: (await import('./Variations.tsx')).Variations }))
const ReturnTab = lazy(async () => ({
  default: (await import('#features/payroll/returns/web/ReturnTab.tsx')).ReturnTab,
}))
const Remittances = lazy(async () => ({
  default: (await import('#features/payroll/remittances/web/Remittances.tsx')).Remittances,
}))
const parts = () => import('./ScheduleParts.tsx')
const Crediting = lazy(async () => ({ default: (await parts()).Crediting }))
const ScheduleActions = lazy(async () => ({ default: (await parts()).ScheduleActions }))
const SendDialog = lazy(async () => ({ default: (await parts()).SendDialog }))

/** One month of one employer: out, back, and paid over. */
export function SchedulePage() {
  const { scheduleId = '' } = useParams()
  const schedule = useQuery(scheduleQuery(scheduleId as ScheduleId))
  const credited = schedule.data?.credited
  const before = useRef(credited)
  useEffect(() => {
    // The crediting ended without a request of ours: every balance is asked for again.
    if (before.current === false && credited) void renew()
    before.current = credited
  })
  return (
    <Detail
      of={schedule}
      before="Deduction schedule"
      failed="Failed to load the schedule"
      head={(data) => ({
        title: `${data.employer}, ${periodName(data.period)}`,
        tabTitle: `Deductions ${periodName(data.period)}`,
        description: (
          <>
            <ScheduleTag schedule={data} /> {plural(data.members, 'member')}
            {data.sentAt && (
              <>
                {' '}
                · sent by {data.sentBy} on <DateText on={data.sentAt} />
              </>
            )}
          </>
        ),
        actions: (
          <Suspense>
            <ScheduleActions schedule={data} />
          </Suspense>
        ),
      })}
      opens={(data) => [
        {
          name: 'send',
          label: 'Mark as sent',
          needs: 'deduction.manage',
          icon: Send,
          look: 'primary',
          hidden: data.state !== 'draft',
          form: (close) => <SendDialog schedule={data} onClose={close} />,
        },
      ]}
      above={(data) => (
        <>
          <Figures
            label="This month"
            of={data}
            amounts={[
              ['Scheduled', ({ total }) => total],
              ['Deducted', ({ deducted }) => deducted],
              ['Remitted', ({ remitted }) => remitted],
              ['Deducted, not yet remitted', ({ owed }) => owed, 'warning'],
            ]}
          />
          <Suspense>{data?.crediting && <Crediting crediting={data.crediting} />}</Suspense>
        </>
      )}
      label="Schedule"
      tabs={[
        { key: 'schedule', label: 'Schedule', panel: (data) => <ScheduleLines schedule={data} /> },
        { key: 'variations', label: 'Variations', panel: (data) => <Variations schedule={data} /> },
        { key: 'return', label: 'Return', panel: (data) => <ReturnTab key={data.returnId} schedule={data} /> },
        { key: 'remittances', label: 'Remittances', panel: (data) => <Remittances schedule={data} /> },
      ]}
    />
  )
}
