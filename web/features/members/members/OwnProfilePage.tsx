import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy } from 'react'
import { roleName } from '#domain/actor.ts'
import { ageOn } from '#domain/calendar.ts'
import { Link } from '#web/router/Link.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { phoneText } from '#web/ui/PhoneLinks.tsx'
import { dayText, todayInLagos } from '#web/ui/format.ts'
import { Someone, sentenceCase } from './Someone.tsx'
import './MemberPage.css'
import './OwnProfilePage.css'
import { portalQueries } from './portal-api.ts'

const MemberCode = lazy(async () => ({ default: (await import('./MemberCode.tsx')).MemberCode }))
const OwnNominees = lazy(async () => ({ default: (await import('./Nominees.tsx')).OwnNominees }))

/** What the cooperative holds about the member who looks. */
export function OwnProfilePage() {
  const asked = useQuery(portalQueries.ownProfile())
  const { data: own } = asked
  return (
    <Page
      title="Profile"
      actions={
        <>
          <Link to="/member/requests" className={buttonClass()}>
            My requests
          </Link>
          <Link to="/member/settings" className={buttonClass()}>
            Password and settings
          </Link>
        </>
      }
    >
      {asked.isError && <LoadProblem title="Failed to get profile data" ofProfile of={asked} />}
      {asked.isPending && <SkeletonLines lines={8} />}
      {own && (
        <>
          <Card>
            <div className="own-profile">
              <Avatar
                name={`${own.firstName} ${own.lastName}`}
                sources={[own.profilePicture?.startsWith('data:image/') ? own.profilePicture : null]}
                size={72}
              />
              <div className="own-profile__words">
                <h2>
                  {own.firstName} {own.lastName}
                </h2>
                <p>{own.status === 'active' ? <Tag tone="success">Active</Tag> : <Tag>Inactive</Tag>}</p>
                <p className="muted">Member ({own.personalInfo.cooperative.name})</p>
              </div>
            </div>
          </Card>
          <Banner title="Is something wrong here?">
            The officers of {own.personalInfo.cooperative.name} keep this record.{' '}
            <Link to="/member/requests" search={{ ask: 'profile' }}>
              Ask for a change
            </Link>{' '}
            and they answer.
          </Banner>
          <Card className="own-profile__record">
            <div className="member-details">
              <section>
                <h2>Person</h2>
                <Facts
                  items={[
                    { label: 'Title', value: own.title },
                    { label: 'Phone', value: <span className="number">{phoneText(own.phone)}</span> },
                    {
                      label: 'Other phone',
                      value: own.otherPhone && <span className="number">{phoneText(own.otherPhone)}</span>,
                    },
                    {
                      label: 'You log in with',
                      value: (
                        <span className="number">
                          {own.phone === null || own.sharesPhone ? own.membershipno : phoneText(own.phone)}
                        </span>
                      ),
                    },
                    { label: 'Email', value: own.email },
                    { label: 'Address', value: own.address },
                    {
                      label: 'Date of birth',
                      value:
                        own.dateOfBirth && `${dayText(own.dateOfBirth)} (${ageOn(own.dateOfBirth, todayInLagos())})`,
                    },
                    { label: 'Gender', value: sentenceCase(own.gender) },
                    { label: 'Marital status', value: sentenceCase(own.maritalStatus) },
                    { label: 'Occupation', value: own.occupation },
                    { label: 'Employment', value: sentenceCase(own.employmentStatus) },
                  ]}
                />
              </section>
              <section>
                <h2>Membership</h2>
                <Facts
                  items={[
                    { label: 'Number', value: <span className="number">{own.membershipno}</span> },
                    {
                      label: 'Old number',
                      value: own.formerNumber && <span className="number">{own.formerNumber}</span>,
                    },
                    { label: 'Joined', value: <DateText on={own.registrationDate} /> },
                    { label: 'Roles', value: own.memberRoles.map(({ role }) => roleName(role)).join(', ') },
                    { label: 'Monthly contribution', value: <MoneyText amount={own.monthlyContributions} /> },
                    { label: 'Loan status', value: own.loanStatus },
                    { label: 'Last login', value: own.lastLogin && <DateText on={own.lastLogin} time /> },
                  ]}
                />
              </section>
              <section>
                <h2>Bank details</h2>
                {own.bankDetails ? (
                  <Facts
                    items={[
                      { label: 'Bank', value: own.bankDetails.bankName },
                      {
                        label: 'Account number',
                        value: <span className="number">{own.bankDetails.accountNumber}</span>,
                      },
                      { label: 'Account name', value: own.bankDetails.accountName },
                    ]}
                  />
                ) : (
                  <p className="muted">Not given yet.</p>
                )}
              </section>
              <Someone
                title="Next of kin"
                name={[own.nextOfKinFirstName, own.nextOfKinLastName]}
                relationship={own.nextOfKinRelationship}
                phone={own.nextOfKinPhone}
                email={own.nextOfKinEmail}
                address={own.nextOfKinAddress}
              />
              <Suspense fallback={<SkeletonLines lines={4} />}>
                <OwnNominees />
                <section>
                  <h2>Payment code</h2>
                  <p className="muted">Show it to the officer who collects: it opens the form for your contribution.</p>
                  <MemberCode memberId={own.memberid} name={`${own.firstName} ${own.lastName}`} />
                </section>
              </Suspense>
            </div>
          </Card>
        </>
      )}
    </Page>
  )
}
