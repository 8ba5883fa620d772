import { Suspense, lazy } from 'react'
import type { Replied } from '#core/contract/endpoint.ts'
import type { getMember } from '#features/members/members/member-details.ts'
import { may } from '#ui/session/may.ts'
import { Card } from '#ui/Card.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { useListSearch } from '#ui/use-list-search.ts'

const MemberContributions = lazy(async () => ({
  default: (await import('./MemberContributions.tsx')).MemberContributions,
}))
const MemberBalances = lazy(async () => ({ default: (await import('./MemberBalances.tsx')).MemberBalances }))
const MemberTransactions = lazy(async () => ({
  default: (await import('./MemberTransactions.tsx')).MemberTransactions,
}))
const MemberLoans = lazy(async () => ({ default: (await import('./MemberLoans.tsx')).MemberLoans }))
const MemberDeposits = lazy(async () => ({ default: (await import('./MemberDeposits.tsx')).MemberDeposits }))
const MemberDetails = lazy(async () => ({ default: (await import('./MemberDetails.tsx')).MemberDetails }))
const MemberPapers = lazy(async () => ({ default: (await import('./MemberPapers.tsx')).MemberPapers }))
const MemberEvents = lazy(async () => ({ default: (await import('./MemberEvents.tsx')).MemberEvents }))

const tabs = [
  { key: 'contributions', label: 'Contributions', needs: 'contribution.list' },
  { key: 'savings', label: 'Savings' },
  { key: 'transactions', label: 'Transactions', needs: 'transaction.list' },
  { key: 'loans', label: 'Loans', needs: 'loan.list' },
  { key: 'deposits', label: 'Fixed deposits', needs: 'transaction.list' },
  { key: 'details', label: 'Details' },
  { key: 'papers', label: 'Papers' },
  { key: 'activity', label: 'Activity' },
] as const

/** All that is known of a member, a tab each. */
export function MemberTabs({ member, onEdit }: { member: Replied<typeof getMember>; onEdit: () => void }) {
  const { choice, set } = useListSearch()
  const own = tabs.filter((each) => may('needs' in each ? each.needs : undefined))
  const tab =
    choice(
      'tab',
      own.map(({ key }) => key),
    ) ??
    own[0]?.key ??
    'details'
  const { memberid: memberId } = member
  return (
    <Card flush>
      <div className="member-tabs">
        <Tabs label="About this member" active={tab} onChange={(next) => set({ tab: next })} tabs={own}>
          <Suspense fallback={<SkeletonLines lines={6} />}>
            {tab === 'contributions' && <MemberContributions memberId={memberId} />}
            {tab === 'savings' && <MemberBalances memberId={memberId} />}
            {tab === 'transactions' && <MemberTransactions memberId={memberId} />}
            {tab === 'loans' && <MemberLoans memberId={memberId} fromSalary={member.employer !== null} />}
            {tab === 'deposits' && <MemberDeposits memberId={memberId} />}
            {tab === 'details' && <MemberDetails member={member} onEdit={onEdit} />}
            {tab === 'papers' && <MemberPapers memberId={memberId} />}
            {tab === 'activity' && <MemberEvents memberId={memberId} />}
          </Suspense>
        </Tabs>
      </div>
    </Card>
  )
}
