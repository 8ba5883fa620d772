import { useQuery } from '@tanstack/react-query'
import { Link } from '#web/router/Link.tsx'
import { useNavigate, useParams } from '#web/router/place.ts'
import { EllipsisVertical, HandCoins } from 'lucide'
import { Suspense, lazy, useState } from 'react'
import { periodOf } from '#domain/calendar.ts'
import { ApiError } from '#web/api/api-error.ts'
import { memberPhoto, usePicture } from '#web/api/use-picture.ts'
import { may } from '#web/session/may.ts'
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
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { periodName } from '#web/ui/format.ts'
import './MemberPage.css'
import type { MemberAct } from './MemberActions.tsx'
import { MemberStatus } from './MemberStatus.tsx'
import { MemberTabs } from './MemberTabs.tsx'
import { memberQueries } from './api.ts'

const MemberActs = lazy(async () => ({ default: (await import('./MemberActs.tsx')).MemberActs }))
const MemberErasure = lazy(async () => ({ default: (await import('./MemberErasure.tsx')).MemberErasure }))

/** One member: who, how much, and every month. */
export function MemberPage() {
  const { memberId = '' } = useParams()
  const asked = useQuery(memberQueries.one(memberId))
  const navigate = useNavigate()
  const [acting, setActing] = useState<MemberAct>()
  const member = asked.data
  const photo = usePicture(memberPhoto(member?.profilePicture))

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
              items={async () => (await import('./MemberActions.tsx')).memberActions(member, setActing, () => navigate({ to: '/coop/member/$memberId/leave', params: { memberId: member.memberid } }))}
            />
            {member.status === 'active' && (
              <Link needs="contribution.post" className={buttonClass('primary')} to="/coop/financial-operations/contributions" search={{ record: member.memberid }}>
                <Icon of={HandCoins} />
                Record contribution
              </Link>
            )}
          </>
        )
      }
    >
      <Card className="member-head">
        <Avatar name={name} sources={[photo]} size={64} />
        <div className="member-head__words">
          <p className="row">
            {member ? <span className="number">{member.membershipno}</span> : <Skeleton width="18ch" />}
            {member && <MemberStatus member={member} />}
          </p>
          {member ? <PhoneLinks phone={member.phone} name={name} /> : <Skeleton width="22ch" />}
          <p className="muted">{member ? <>Joined <DateText on={member.registrationDate} />{member.contributionsDueFrom > periodOf(member.registrationDate) && ` · contributions due from ${periodName(member.contributionsDueFrom)}`}{member.activated ? '' : ' · has not set a password yet'}</> : <Skeleton width="14ch" />}</p>
        </div>
      </Card>
      <Suspense>{member && may('erasure.list') && <MemberErasure member={member} />}</Suspense>
      <FigureGrid label="Balances">
        <FigureCard label="Savings" loading={!member} value={member && <MoneyText amount={member.savings} />} />
        <FigureCard label="Shares" loading={!member} value={member && <MoneyText amount={member.shares} />} />
        <FigureCard label="Agreed each month" loading={!member} value={member && <MoneyText amount={member.monthlyContributions} />} />
      </FigureGrid>
      <Suspense>{member && acting && <MemberActs member={member} acting={acting} hasPhoto={photo !== null} onClose={() => setActing(undefined)} />}</Suspense>
      {member && <MemberTabs member={member} onEdit={() => setActing('edit')} />}
    </Page>
  )
}
