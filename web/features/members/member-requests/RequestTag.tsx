import { labelled } from '#domain/words.ts'
import { CircleCheck, CircleX, Clock, Undo2 } from 'lucide'
import type { RequestField, RequestKind, RequestStatus } from '#domain/members/member-requests/member-request.ts'
import { Tag } from '#web/ui/Tag.tsx'

export const requestTitles: Record<RequestKind, string> = labelled({
  contribution: 'Monthly contribution',
  profile: 'Own record',
  nominees: 'Nominees',
})

export const fieldLabels: Record<RequestField, string> = labelled({
  firstName: 'First name',
  lastName: 'Last name',
  phone: 'Phone',
  otherPhone: 'Other phone',
  email: 'Email',
  address: 'Address',
  maritalStatus: 'Marital status',
  employmentStatus: 'Employment',
  nextOfKinFirstName: 'Next of kin, first name',
  nextOfKinLastName: 'Next of kin, last name',
  nextOfKinPhone: 'Next of kin, phone',
  nextOfKinEmail: 'Next of kin, email',
  nextOfKinAddress: 'Next of kin, address',
  nextOfKinRelationship: 'Next of kin, relationship',
  bankName: 'Bank',
  bankAccountNumber: 'Account number',
  bankAccountName: 'Account name',
})

export function RequestTag({ status }: { status: RequestStatus }) {
  if (status === 'waiting')
    return (
      <Tag tone="warning" icon={Clock}>
        Waiting
      </Tag>
    )
  if (status === 'approved')
    return (
      <Tag tone="success" icon={CircleCheck}>
        Approved
      </Tag>
    )
  return status === 'declined' ? (
    <Tag tone="danger" icon={CircleX}>
      Declined
    </Tag>
  ) : (
    <Tag icon={Undo2}>Withdrawn</Tag>
  )
}
