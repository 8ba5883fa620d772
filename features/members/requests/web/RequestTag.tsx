import { labelled } from '#core/words.ts'
import { CircleCheck, CircleX, Clock, Undo2 } from 'lucide'
import type { RequestField, RequestKind, RequestStatus } from '#features/members/requests/rules/member-request.ts'
import { Tag } from '#ui/Tag.tsx'
import * as strings from './strings.ts'

export const requestTitles: Record<RequestKind, string> = labelled({
  contribution: strings.monthlyContribution,
  profile: strings.ownRecord,
  nominees: strings.nominees,
})

export const fieldLabels: Record<RequestField, string> = labelled({
  firstName: strings.firstName,
  lastName: strings.lastName,
  phone: strings.phone,
  otherPhone: strings.otherPhone,
  email: strings.email,
  address: strings.address,
  maritalStatus: strings.maritalStatus,
  employmentStatus: strings.employment,
  nextOfKinFirstName: strings.nextOfKinFirstName,
  nextOfKinLastName: strings.nextOfKinLastName,
  nextOfKinPhone: strings.nextOfKinPhone,
  nextOfKinEmail: strings.nextOfKinEmail,
  nextOfKinAddress: strings.nextOfKinAddress,
  nextOfKinRelationship: strings.nextOfKinRelationship,
  bankName: strings.bank,
  bankAccountNumber: strings.accountNumber,
  bankAccountName: strings.accountName,
})

export function RequestTag({ status }: { status: RequestStatus }) {
  if (status === 'waiting')
    return (
      <Tag tone="warning" icon={Clock}>
        {strings.waiting}
      </Tag>
    )
  if (status === 'approved')
    return (
      <Tag tone="success" icon={CircleCheck}>
        {strings.approved}
      </Tag>
    )
  return status === 'declined' ? (
    <Tag tone="danger" icon={CircleX}>
      {strings.declined}
    </Tag>
  ) : (
    <Tag icon={Undo2}>{strings.withdrawn}</Tag>
  )
}
