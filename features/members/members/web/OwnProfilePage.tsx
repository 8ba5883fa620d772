import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy } from 'react'
import { roleName } from '#core/actor.ts'
import { ageOn } from '#core/calendar.ts'
import { t } from '#core/sentence.ts'
import { personTextNames, personTexts } from '#features/members/members/rules/record-texts.ts'
import { Link } from '#ui/router/Link.tsx'
import { Avatar } from '#ui/Avatar.tsx'
import { Banner } from '#ui/Banner.tsx'
import { buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { Facts } from '#ui/Facts.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Page } from '#ui/Page.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Tag } from '#ui/Tag.tsx'
import { phoneText } from '#ui/PhoneLinks.tsx'
import { dayText, todayInLagos } from '#ui/format.ts'
import { Someone, sentenceCase } from './Someone.tsx'
import './MemberPage.css'
import './OwnProfilePage.css'
import { portalQueries } from './portal-api.ts'
import { fill } from '#core/fill.ts'
import { fillElements } from '#ui/fill-elements.tsx'
import * as strings from './strings.ts'

const MemberCode = lazy(async () => ({ default: (await import('./MemberCode.tsx')).MemberCode }))
const OwnNominees = lazy(async () => ({ default: (await import('./Nominees.tsx')).OwnNominees }))

/** What the cooperative holds about the member who looks. */
export function OwnProfilePage() {
  const asked = useQuery(portalQueries.ownProfile())
  const { data: own } = asked
  return (
    <Page
      title={strings.profile}
      actions={
        <>
          <Link to="/member/requests" className={buttonClass()}>
            {strings.myRequests}
          </Link>
          <Link to="/member/settings" className={buttonClass()}>
            {strings.passwordAndSettings}
          </Link>
        </>
      }
    >
      {asked.isError && <LoadProblem title={strings.failedToGetProfileData} ofProfile of={asked} />}
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
                <p>
                  {own.status === 'active' ? <Tag tone="success">{strings.active}</Tag> : <Tag>{strings.inactive}</Tag>}
                </p>
                <p className="muted">{fill(strings.memberName, { name: own.personalInfo.cooperative.name })}</p>
              </div>
            </div>
          </Card>
          <Banner title={strings.isSomethingWrongHere}>
            {fill(strings.theOfficersOfKeepThis, { name: own.personalInfo.cooperative.name })}{' '}
            {fillElements(strings.andTheyAnswer, {
              link: (
                <Link to="/member/requests" search={{ ask: 'profile' }}>
                  {strings.askForAChange}
                </Link>
              ),
            })}
          </Banner>
          <Card className="own-profile__record">
            <div className="member-details">
              <section>
                <h2>{strings.person}</h2>
                <Facts
                  items={[
                    { label: strings.title, value: own.title },
                    { label: strings.phone, value: <span className="number">{phoneText(own.phone)}</span> },
                    {
                      label: strings.otherPhone,
                      value: own.otherPhone && <span className="number">{phoneText(own.otherPhone)}</span>,
                    },
                    {
                      label: strings.youLogInWith,
                      value: (
                        <span className="number">
                          {own.phone === null || own.sharesPhone ? own.membershipno : phoneText(own.phone)}
                        </span>
                      ),
                    },
                    { label: strings.email, value: own.email },
                    { label: strings.address, value: own.address },
                    {
                      label: strings.dateOfBirth,
                      value:
                        own.dateOfBirth && `${dayText(own.dateOfBirth)} (${ageOn(own.dateOfBirth, todayInLagos())})`,
                    },
                    { label: strings.gender, value: sentenceCase(own.gender) },
                    { label: strings.maritalStatus, value: sentenceCase(own.maritalStatus) },
                    ...personTextNames.map((name) => ({ label: t(personTexts[name].label), value: own[name] })),
                    { label: strings.employment, value: sentenceCase(own.employmentStatus) },
                  ]}
                />
              </section>
              <section>
                <h2>{strings.membership}</h2>
                <Facts
                  items={[
                    { label: strings.number, value: <span className="number">{own.membershipno}</span> },
                    {
                      label: strings.oldNumber,
                      value: own.formerNumber && <span className="number">{own.formerNumber}</span>,
                    },
                    { label: strings.joined, value: <DateText on={own.registrationDate} /> },
                    { label: strings.roles, value: own.memberRoles.map(({ role }) => roleName(role)).join(', ') },
                    { label: strings.monthlyContribution, value: <MoneyText amount={own.monthlyContributions} /> },
                    { label: strings.loanStatus, value: own.loanStatus },
                    { label: strings.lastLogin, value: own.lastLogin && <DateText on={own.lastLogin} time /> },
                  ]}
                />
              </section>
              <section>
                <h2>{strings.bankDetails}</h2>
                {own.bankDetails ? (
                  <Facts
                    items={[
                      { label: strings.bank, value: own.bankDetails.bankName },
                      {
                        label: strings.accountNumber,
                        value: <span className="number">{own.bankDetails.accountNumber}</span>,
                      },
                      { label: strings.accountName, value: own.bankDetails.accountName },
                    ]}
                  />
                ) : (
                  <p className="muted">{strings.notGivenYet}</p>
                )}
              </section>
              <Someone
                title={strings.nextOfKin}
                name={[own.nextOfKinFirstName, own.nextOfKinLastName]}
                relationship={own.nextOfKinRelationship}
                phone={own.nextOfKinPhone}
                email={own.nextOfKinEmail}
                address={own.nextOfKinAddress}
              />
              <Suspense fallback={<SkeletonLines lines={4} />}>
                <OwnNominees />
                <section>
                  <h2>{strings.paymentCode}</h2>
                  <p className="muted">{strings.showItToTheOfficer}</p>
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
