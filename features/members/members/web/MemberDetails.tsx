import { Pencil } from 'lucide'
import { Suspense, lazy } from 'react'
import { ageOn } from '#core/calendar.ts'
import { personTextNames, personTexts } from '#features/members/members/rules/record-texts.ts'
import { Button } from '#ui/Button.tsx'
import { Facts } from '#ui/Facts.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { phoneText } from '#ui/PhoneLinks.tsx'
import { dayText, todayInLagos } from '#ui/format.ts'
import type { Member } from './MemberForm.tsx'
import { Someone, sentenceCase } from './Someone.tsx'

const Nominees = lazy(async () => ({ default: (await import('./Nominees.tsx')).Nominees }))
// The member's own page shows the rest of this, and nothing of their salary.
const StatusHistory = lazy(async () => ({ default: (await import('./RegisterDialogs.tsx')).StatusHistory }))
const MemberBank = lazy(async () => ({ default: (await import('./MemberBank.tsx')).MemberBank }))
const MemberEmployer = lazy(async () => ({ default: (await import('./MemberEmployer.tsx')).MemberEmployer }))

/** Everything on the member's card in the register. */
export function MemberDetails({ member, onEdit }: { member: Member; onEdit: () => void }) {
  const { dateOfBirth } = member
  return (
    <>
      <div className="member-details">
        <section>
          <h2>Person</h2>
          <Facts
            items={[
              {
                label: 'Other phone',
                value: member.otherPhone && (
                  <a className="number" href={`tel:${member.otherPhone}`}>
                    {phoneText(member.otherPhone)}
                  </a>
                ),
              },
              {
                label: 'Logs in with',
                value: (
                  <span className="number">
                    {member.phone === null || member.sharesPhone ? member.membershipno : phoneText(member.phone)}
                  </span>
                ),
              },
              { label: 'Title', value: member.title },
              {
                label: 'Old membership number',
                value: member.formerNumber && <span className="number">{member.formerNumber}</span>,
              },
              { label: 'Email', value: member.email },
              { label: 'Address', value: member.address },
              {
                label: 'Date of birth',
                value: dateOfBirth && `${dayText(dateOfBirth)} (${ageOn(dateOfBirth, todayInLagos())})`,
              },
              { label: 'Gender', value: sentenceCase(member.gender) },
              { label: 'Marital status', value: sentenceCase(member.maritalStatus) },
              ...personTextNames.map((name) => ({ label: personTexts[name].label, value: member[name] })),
              { label: 'Employment', value: sentenceCase(member.employmentStatus) },
            ]}
          />
        </section>
        <Someone
          title="Next of kin"
          name={[member.nextOfKinFirstName, member.nextOfKinLastName]}
          relationship={member.nextOfKinRelationship}
          phone={member.nextOfKinPhone}
          email={member.nextOfKinEmail}
          address={member.nextOfKinAddress}
        />
        <Suspense fallback={<SkeletonLines lines={4} />}>
          <Nominees member={member} />
        </Suspense>
        <Suspense fallback={<SkeletonLines lines={4} />}>
          <MemberEmployer memberId={member.memberid} name={`${member.firstName} ${member.lastName}`} />
          <MemberBank memberId={member.memberid} name={`${member.firstName} ${member.lastName}`} />
          <StatusHistory memberId={member.memberid} />
        </Suspense>
      </div>
      <div className="member-details__foot">
        <Button needs="member.update" icon={Pencil} onClick={onEdit}>
          Edit details
        </Button>
      </div>
    </>
  )
}
