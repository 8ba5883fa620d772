import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Replied } from '#core/contract/endpoint.ts'
import { getMemberRoles, updateMemberRoles } from '#features/members/members/member-changes.ts'
import { hasEnded, type MemberRole, memberRoles, officeOf, roleName } from '#core/actor.ts'
import { type Day, dayText, isDay } from '#core/calendar.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Button } from '#ui/Button.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Banner } from '#ui/Banner.tsx'
import { DateField } from '#ui/DateField.tsx'
import { Drawer, CancelOr } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { todayInLagos } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import type { Member } from './MemberForm.tsx'
import './RolesDrawer.css'

/** What each role sees and does. */
const meanings: Record<MemberRole, string> = {
  member: 'Their own savings, loans and requests, and nothing of other members.',
  admin: 'Everything that the cooperative can do here, its rules and who holds an office too.',
  treasurer:
    'Reads members and books. Records contributions, deductions, deposits, withdrawals, repayments and pay-outs, and approves movements. Decides no loan and changes no rule.',
  secretary:
    'Registers members, keeps their records and papers, answers requests and applications, plans meetings, writes minutes and messages. Sees no books and moves no money.',
  loan_committee:
    'Reads members, their savings, loans and guarantees. Approves, rejects and reschedules loans. Records no money.',
  auditor: 'Reads everything: members, transactions, loans, books, rules. Changes nothing, and has a last day.',
}

/** What a member may open: everybody the portal, an officer their part of the cooperative's business, an admin all of it. */
export function RolesDrawer({ member, onClose }: { member: Member | undefined; onClose: () => void }) {
  return member ? <LoadedRoles key={member.memberid} member={member} onClose={onClose} /> : null
}

/** The roles of now: what a list showed may be old, and saving it would take an office away. */
function LoadedRoles({ member, onClose }: { member: Member; onClose: () => void }) {
  const asked = useQuery({ ...query(getMemberRoles, { memberId: member.memberid }), staleTime: 0, gcTime: 0 })
  if (asked.data) return <OpenRolesDrawer member={member} roles={asked.data.roles} onClose={onClose} />
  return (
    <Drawer open onClose={onClose} title={titleOf(member)} actions={<Button onClick={onClose}>Cancel</Button>}>
      {asked.isError ? <LoadProblem title="Failed to get member roles" of={asked} /> : <SkeletonLines lines={6} />}
    </Drawer>
  )
}

function titleOf({ firstName, lastName }: Member): string {
  return `Roles of ${firstName} ${lastName}`
}

function OpenRolesDrawer({
  member,
  roles,
  onClose,
}: {
  member: Member
  roles: Replied<typeof getMemberRoles>['roles']
  onClose: () => void
}) {
  const update = useAction(updateMemberRoles)
  const before = officeOf(roles.map(({ id }) => id)) ?? 'member'
  const endedOn = roles.find(({ id }) => id === before)?.endsOn
  const [role, setRole] = useState<MemberRole>(before)
  const [endsOn, setEndsOn] = useState<string>(endedOn ?? '')
  const [tried, setTried] = useState(false)
  const today = todayInLagos()
  const isOffice = role !== 'member' && role !== 'admin'
  const problem = isOffice ? whyNotUntil(role, endsOn, today) : undefined
  const refused = fieldErrors(update.error)
  function submit() {
    setTried(true)
    if (problem) return
    update.mutate(
      {
        memberId: member.memberid,
        roleIds: role === 'member' ? ['member'] : ['member', role],
        endsOn: isOffice && isDay(endsOn) ? endsOn : null,
      },
      toastThen(`${member.firstName} ${member.lastName}: ${roleName(role).toLowerCase()}`, onClose),
    )
  }
  return (
    <Drawer
      open
      onClose={onClose}
      title={titleOf(member)}
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="roles" busy={update.isPending}>
          Save roles
        </CancelOr>
      }
    >
      <Form id="roles" className="stack" onSubmit={submit} problems={tried && problem ? problem : update.error}>
        {update.error && refused['endsOn'] === undefined && (
          <RefusedBanner error={update.error} title="Failed to update member roles" />
        )}
        {hasEnded(endedOn, today) && (
          <Banner tone="warning" title={`This office ended on ${dayText(endedOn as Day)}`}>
            The admin area is closed to the member since then. Give a later last day to open it again.
          </Banner>
        )}
        <fieldset className="role-choices">
          <legend className="visually-hidden">Role</legend>
          {memberRoles.map((each) => (
            <label key={each} className="role-choice">
              <input type="radio" name="role" value={each} checked={each === role} onChange={() => setRole(each)} />
              <strong>{roleName(each)}</strong>
              <span className="muted">{meanings[each]}</span>
            </label>
          ))}
        </fieldset>
        {isOffice && (
          <DateField
            label="Last day of the office"
            optional={role !== 'auditor'}
            min={today}
            value={endsOn}
            onChange={setEndsOn}
            hint="From the next day the admin area is closed to this member, also where it is open."
            error={(tried ? problem : undefined) ?? refused['endsOn']}
          />
        )}
      </Form>
    </Drawer>
  )
}

function whyNotUntil(role: MemberRole, endsOn: string, today: Day): string | undefined {
  if (endsOn === '') return role === 'auditor' ? 'Give the last day of the audit' : undefined
  return !isDay(endsOn) || endsOn < today ? 'Choose today or a later day' : undefined
}
