import { useQuery } from '@tanstack/react-query'
import { getMember } from '#features/members/members/member-details.ts'
import { query } from '#ui/api/query.ts'
import { Link } from '#ui/router/Link.tsx'
import { useNavigate, useParams } from '#ui/router/place.ts'
import { EllipsisVertical } from 'lucide'
import { Fragment, type ReactNode, Suspense, lazy, useState } from 'react'
import type { Replied } from '#core/contract/endpoint.ts'
import { periodOf } from '#core/calendar.ts'
import { isFormer, memberStatusLabels } from '#features/members/members/rules/member.ts'
import { sumKobo } from '#core/money.ts'
import { ApiError } from '#ui/api/api-error.ts'
import { memberPhoto, usePicture } from '#ui/api/use-picture.ts'
import { may } from '#ui/session/may.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button, IconButton, buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { FigureCard, FigureGrid } from '#ui/FigureCard.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { Menu } from '#ui/Menu.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Page } from '#ui/Page.tsx'
import { PhoneLinks } from '#ui/PhoneLinks.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { moneyText, periodName } from '#ui/format.ts'
import { useListSearch } from '#ui/use-list-search.ts'
import './MemberPage.css'
import type { MemberAct } from './MemberActions.tsx'
import { MemberStatus } from './MemberStatus.tsx'
import { MemberTabs } from './MemberTabs.tsx'

const MemberActs = lazy(async () => ({ default: (await import('./MemberActs.tsx')).MemberActs }))
// It has its place from the first: the buttons beside it would move under the finger.
const waiting = <Button disabled>Record repayment</Button>
const RepayButton = lazy(async () => ({ default: (await import('./RepayButton.tsx')).RepayButton }))
const MemberErasure = lazy(async () => ({ default: (await import('./MemberErasure.tsx')).MemberErasure }))

/** One member: who, how much, and every month. `contribution` is the button that records one. */
export function MemberPage({ contribution }: { contribution: (memberId: string) => ReactNode }) {
  const { memberId = '' } = useParams()
  const asked = useQuery(query(getMember, { id: memberId }))
  const navigate = useNavigate()
  const { filter, set } = useListSearch()
  const [acting, setActing] = useState<MemberAct | undefined>(filter('office') ? 'roles' : undefined)
  function close() {
    setActing(undefined)
    if (filter('office')) set({ office: undefined })
  }
  const member = asked.data
  const late = member && sumKobo([member.arrears.contributions, member.arrears.loans])
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
          <LoadProblem title="Failed to get member profile" of={asked} />
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
              items={async () =>
                (await import('./MemberActions.tsx')).memberActions(member, setActing, () =>
                  navigate({ to: '/coop/member/$memberId/leave', params: { memberId: member.memberid } }),
                )
              }
            />
            {member.savings > 0n && (
              <Link
                needs="transaction.record"
                className={buttonClass()}
                to="/coop/financial-operations/transactions"
                search={{ record: 'withdrawal', member: member.membershipno }}
              >
                {member.owed === member.savings ? 'Pay out' : 'Withdraw'}
              </Link>
            )}
            {member.loans > 0n && may('loan.repay') && (
              <Suspense fallback={waiting}>
                <RepayButton memberId={member.memberid} waiting={waiting} />
              </Suspense>
            )}
            {member.status === 'active' && contribution(member.memberid)}
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
          {member && isFormer(member.status) && <p className="muted">{memberStatusLabels[member.status]}</p>}
          {member ? <PhoneLinks phone={member.phone} name={name} /> : <Skeleton width="22ch" />}
          <p className="muted">
            {member ? (
              <>
                Joined <DateText on={member.registrationDate} />
                <EarlierMemberships of={member.earlierMemberships} />
                <MergedFrom of={member.mergedFrom} />
                {member.contributionsDueFrom > periodOf(member.registrationDate) &&
                  ` · contributions due from ${periodName(member.contributionsDueFrom)}`}
                {member.activated ? loginProofWords(member.loginProof) : ' · has not set a password yet'}
              </>
            ) : (
              <Skeleton width="14ch" />
            )}
          </p>
        </div>
      </Card>
      {member?.mergedInto && <MergedInto stays={member.mergedInto} />}
      <Suspense>{member && may('erasure.list') && <MemberErasure member={member} />}</Suspense>
      <FigureGrid label="Balances">
        <FigureCard
          label="Savings"
          loading={!member}
          value={member && <MoneyText amount={member.savings} />}
          note={
            member && `${moneyText(member.monthlyContributions)} agreed each month; shares ${moneyText(member.shares)}`
          }
        />
        {member && <Owed to={member} />}
        <FigureCard
          label="Loans outstanding"
          loading={!member}
          value={member && <MoneyText amount={member.loans} />}
          note={member && (member.loans > 0n ? 'principal to be repaid' : 'owes no loan')}
        />
        <FigureCard
          label="Fixed deposits"
          loading={!member}
          value={member && <MoneyText amount={member.fixedDeposits} />}
          note={member && (member.fixedDeposits > 0n ? 'until they mature' : 'has none')}
        />
        <FigureCard
          label="In arrears"
          loading={!member}
          {...(late && late > 0n ? { tone: 'danger' as const } : {})}
          value={late !== undefined && <MoneyText amount={late} />}
          note={
            member &&
            (late === 0n
              ? 'nothing is late'
              : (
                  [
                    ['contributions', member.arrears.contributions],
                    ['loans', member.arrears.loans],
                  ] as const
                )
                  .filter(([, sum]) => sum > 0n)
                  .map(([what, sum]) => `${what} ${moneyText(sum)}`)
                  .join(', '))
          }
        />
      </FigureGrid>
      <Suspense>
        {member && acting && <MemberActs member={member} acting={acting} hasPhoto={photo !== null} onClose={close} />}
      </Suspense>
      {member && <MemberTabs member={member} onEdit={() => setActing('edit')} />}
    </Page>
  )
}

type Shown = Replied<typeof getMember>

/** What is to be paid out to the member, dividends and what came in after they left. */
function Owed({ to: { owed, status } }: { to: Shown }) {
  if (owed === 0n) return null
  return (
    <FigureCard
      label="Owed to them"
      value={<MoneyText amount={owed} />}
      note={isFormer(status) ? 'came in after they left; pay it out' : 'part of the savings; to be paid to their bank'}
    />
  )
}

/** Leads from a closed record to the one that stays. */
function MergedInto({ stays: { memberId, membershipno, name } }: { stays: NonNullable<Shown['mergedInto']> }) {
  return (
    <Banner
      tone="info"
      title={`Merged into ${membershipno}`}
      actions={
        <Link className={buttonClass('secondary')} to="/coop/member/$memberId" params={{ memberId }}>
          Open {name}
        </Link>
      }
    >
      This was a second record of the same person. It is closed; what it held is on the record that stays.
    </Banner>
  )
}

/** Leads to the closed records of the same person. */
function MergedFrom({ of }: { of: Shown['mergedFrom'] }) {
  return of.map(({ memberId, membershipno }) => (
    <Fragment key={memberId}>
      {' '}
      · joined with{' '}
      <Link to="/coop/member/$memberId" params={{ memberId }}>
        {membershipno}
      </Link>
    </Fragment>
  ))
}

function EarlierMemberships({ of }: { of: Shown['earlierMemberships'] }) {
  return of.map(({ joinedOn, leftOn }) => (
    <Fragment key={joinedOn}>
      {' '}
      · member before from <DateText on={joinedOn} /> to <DateText on={leftOn} />
    </Fragment>
  ))
}

/** How it is known who logs in as the member. */
function loginProofWords(proof: Replied<typeof getMember>['loginProof']): string {
  if (proof === null) return ' · login not confirmed: reads the portal only'
  return proof.how === 'phone' ? '' : ` · login confirmed in person by ${proof.by}`
}
