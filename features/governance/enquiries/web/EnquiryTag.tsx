import { CircleCheck, Clock, Hourglass, Lock } from 'lucide'
import { type EnquiryStatus, enquiryStatusNames } from '#features/governance/enquiries/rules/enquiry.ts'
import { Tag, type TagTone } from '#ui/Tag.tsx'
import type { IconPicture } from '#ui/Icon.tsx'

const looks: Record<EnquiryStatus, [TagTone, IconPicture]> = {
  open: ['warning', Clock],
  in_progress: ['info', Hourglass],
  answered: ['success', CircleCheck],
  closed: ['neutral', Lock],
}

export function EnquiryTag({ status }: { status: EnquiryStatus }) {
  const [tone, icon] = looks[status]
  return (
    <Tag tone={tone} icon={icon}>
      {enquiryStatusNames[status]}
    </Tag>
  )
}
