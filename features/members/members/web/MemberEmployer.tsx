import { useQuery } from '@tanstack/react-query'
import { getMemberEmployer } from '#features/payroll/employers/contract.ts'
import { Suspense, lazy, useState } from 'react'
import type { MemberId } from '#core/ids.ts'
import { query } from '#ui/api/query.ts'
import { Link } from '#ui/router/Link.tsx'
import { Button } from '#ui/Button.tsx'
import { DateText } from '#ui/DateText.tsx'
import { Facts } from '#ui/Facts.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'

const MemberEmployerDrawer = lazy(async () => ({
  default: (await import('./MemberEmployerDrawer.tsx')).MemberEmployerDrawer,
}))

/** Who deducts from this member's salary, and for how many shares. */
export function MemberEmployer({ memberId, name }: { memberId: MemberId; name: string }) {
  const { data, error, refetch } = useQuery(query(getMemberEmployer, { memberId }))
  const [editing, setEditing] = useState(false)
  if (error) return <LoadProblem title="Failed to load the employer" error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonLines lines={3} />
  return (
    <section>
      <h2>Salary deductions</h2>
      {data ? (
        <Facts
          items={[
            {
              label: 'Employer',
              value: (
                <Link
                  to="/coop/financial-operations/deductions/employers/$employerId"
                  params={{ employerId: data.employerId }}
                >
                  {data.employer}
                </Link>
              ),
            },
            { label: 'Staff number', value: <span className="number">{data.staffNumber}</span> },
            { label: 'From', value: <DateText on={data.from} /> },
            { label: 'Shares a month', value: <MoneyText amount={data.shares} /> },
          ]}
        />
      ) : (
        <p className="muted">Nothing is deducted from this member's salary.</p>
      )}
      <div className="row">
        <Button needs="deduction.manage" onClick={() => setEditing(true)}>
          {data ? 'Change employer' : 'Assign to an employer'}
        </Button>
      </div>
      <Suspense>
        {editing && (
          <MemberEmployerDrawer memberId={memberId} name={name} known={data} onClose={() => setEditing(false)} />
        )}
      </Suspense>
    </section>
  )
}
