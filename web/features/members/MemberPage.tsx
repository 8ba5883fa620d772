import { useQuery } from '@tanstack/react-query'
import { Link } from '#web/router/Link.tsx'
import { useNavigate, useParams } from '#web/router/place.ts'
import { EllipsisVertical, HandCoins, Pencil, Shield, Trash2 } from 'lucide'
import { Suspense, lazy, useState } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { IconButton, buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { FigureCard, FigureGrid } from '#web/ui/FigureCard.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { Page } from '#web/ui/Page.tsx'
import { PhoneLinks } from '#web/ui/PhoneLinks.tsx'
import { Skeleton, SkeletonLines } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { useListSearch } from '#web/ui/use-list-search.ts'
import './MemberPage.css'
import { MemberStatus } from './MemberStatus.tsx'
import { memberQueries } from './api.ts'

const EditMemberDrawer = lazy(async () => ({ default: (await import('./MemberDrawers.tsx')).EditMemberDrawer }))
const RolesDialog = lazy(async () => ({ default: (await import('./MemberDialogs.tsx')).RolesDialog }))
const DeleteMemberDialog = lazy(async () => ({ default: (await import('./MemberDialogs.tsx')).DeleteMemberDialog }))
const MemberContributions = lazy(async () => ({ default: (await import('./MemberContributions.tsx')).MemberContributions }))
const MemberTransactions = lazy(async () => ({ default: (await import('./MemberTransactions.tsx')).MemberTransactions }))
const MemberDeposits = lazy(async () => ({ default: (await import('./MemberDeposits.tsx')).MemberDeposits }))
const MemberDetails = lazy(async () => ({ default: (await import('./MemberDetails.tsx')).MemberDetails }))

const tabs = ['contributions', 'transactions', 'deposits', 'details'] as const

/** One member: who, how much, and every month. */
export function MemberPage() {
  const { memberId = '' } = useParams()
  const { choice, set } = useListSearch()
  const tab = choice('tab', tabs) ?? 'contributions'
  const asked = useQuery(memberQueries.one(memberId))
  const navigate = useNavigate()
  const [acting, setActing] = useState<'edit' | 'roles' | 'delete'>()
  const member = asked.data

  if (asked.isError) {
    const isGone = asked.error instanceof ApiError && (asked.error.status === 404 || asked.error.status === 422)
    return (
      <Page title="Member">
        {isGone ? (
          <Banner
            tone="warning"
            title="This member is not in your register"
            actions={
              <Link className={buttonClass('secondary')} to="/coop/member-management">
                All members
              </Link>
            }
          >
            The link may be old, or the member was deleted.
          </Banner>
        ) : (
          <LoadProblem title="Failed to get member profile" error={asked.error} onRetry={() => void asked.refetch()} />
        )}
      </Page>
    )
  }
  const name = member ? `${member.firstName} ${member.lastName}` : 'Member'
  return (
    <Page
      title={name}
      actions={
        member && (
          <>
            <Menu
              label="More for this member"
              trigger={(props) => <IconButton icon={EllipsisVertical} label="More for this member" {...props} />}
              items={[
                { label: 'Edit', icon: Pencil, onSelect: () => setActing('edit') },
                { label: 'Roles', icon: Shield, onSelect: () => setActing('roles') },
                'divider',
                { label: 'Delete', icon: Trash2, danger: true, onSelect: () => setActing('delete') },
              ]}
            />
            {member.status === 'active' && (
              <Link className={buttonClass('primary')} to="/coop/financial-operations/contributions" search={{ record: member.memberid }}>
                <Icon of={HandCoins} />
                Record contribution
              </Link>
            )}
          </>
        )
      }
    >
      <Card className="member-head">
        <Avatar name={name} sources={[member?.profilePicture]} size={64} />
        <div className="member-head__words">
          <p className="row">
            {member ? <span className="number">{member.membershipno}</span> : <Skeleton width="18ch" />}
            {member && <MemberStatus member={member} />}
          </p>
          {member ? <PhoneLinks phone={member.phone} name={name} /> : <Skeleton width="22ch" />}
          <p className="muted">{member ? <>Joined <DateText on={member.registrationDate} />{member.activated ? '' : ' · has not set a password yet'}</> : <Skeleton width="14ch" />}</p>
        </div>
      </Card>
      <FigureGrid label="Balances">
        <FigureCard label="Savings" loading={!member} value={member && <MoneyText amount={member.savings} />} />
        <FigureCard label="Shares" loading={!member} value={member && <MoneyText amount={member.shares} />} />
        <FigureCard label="Agreed each month" loading={!member} value={member && <MoneyText amount={member.monthlyContributions} />} />
      </FigureGrid>
      {member && (
        <Card flush>
          <div className="member-tabs">
            <Tabs
              label="About this member"
              active={tab}
              onChange={(next) => set({ tab: next })}
              tabs={[
                { key: 'contributions', label: 'Contributions' },
                { key: 'transactions', label: 'Transactions' },
                { key: 'deposits', label: 'Fixed deposits' },
                { key: 'details', label: 'Details' },
              ]}
            >
              <Suspense fallback={<SkeletonLines lines={6} />}>
                {tab === 'contributions' && <MemberContributions memberId={member.memberid} />}
                {tab === 'transactions' && <MemberTransactions memberId={member.memberid} />}
                {tab === 'deposits' && <MemberDeposits memberId={member.memberid} />}
                {tab === 'details' && <MemberDetails member={member} onEdit={() => setActing('edit')} />}
              </Suspense>
            </Tabs>
          </div>
        </Card>
      )}
      <Suspense>
        {acting === 'edit' && member && <EditMemberDrawer member={member} onClose={() => setActing(undefined)} />}
        {acting === 'roles' && <RolesDialog member={member} onClose={() => setActing(undefined)} />}
        {acting === 'delete' && (
          <DeleteMemberDialog
            member={member}
            onClose={() => setActing(undefined)}
            onDeleted={() => navigate({ to: '/coop/member-management', replace: true })}
          />
        )}
      </Suspense>
    </Page>
  )
}
