import { useState } from 'react'
import { mergeMember } from '#features/members/merging/contract.ts'
import type { MemberId } from '#core/ids.ts'
import type { FoundMember } from '#ui/parts/choices.ts'
import { MemberField } from '#ui/parts/MemberField.tsx'
import { ReasonDialog } from '#ui/ReasonDialog.tsx'
import { moneyText } from '#ui/format.ts'
import type { Standing } from './api.ts'

/** Makes this record and another one of the same person one; the other one stays. */
export function MergeDialog({ member, onClose }: { member: Standing['member']; onClose: () => void }) {
  const [into, setInto] = useState<FoundMember>()
  return (
    <ReasonDialog
      endpoint={mergeMember}
      input={{ id: member.id, into: into?.memberid ?? ('' as MemberId) }}
      title={`Merge ${member.name}, ${member.membershipno}, into another record?`}
      description="Everything on the accounts of this record goes to the one that stays, with the interest earned so far. This record is closed and its login ends; its statements stay. This can’t be undone in one step."
      button="Merge records"
      failed="The records were not merged"
      done={({ name, membershipno, moved }) => `Merged into ${membershipno}, ${name}. ${moneyText(moved)} moved.`}
      fields={(refused) => (
        <MemberField
          label="Record that stays"
          onlyActive
          except={[{ memberid: member.id }]}
          selected={into}
          onSelect={setInto}
          error={refused['into']}
        />
      )}
      onClose={onClose}
    />
  )
}
