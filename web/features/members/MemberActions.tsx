import { Camera, FileText, KeyRound, LogOut, Pencil, Shield, Trash2, UserCheck } from 'lucide'
import type { Replied } from '#contract/endpoint.ts'
import type { getMember } from '#contract/members.ts'
import { isFormer } from '#domain/members/member.ts'
import type { MenuItem } from '#web/ui/Menu.tsx'

export type MemberAct = 'edit' | 'photo' | 'statement' | 'roles' | 'status' | 'activation' | 'delete'

/** What an officer can do to the member whose page is open. */
export function memberActions(member: Replied<typeof getMember>, act: (what: MemberAct) => void, leave: () => void): MenuItem[] {
  return [
    { label: 'Edit', icon: Pencil, onSelect: () => act('edit') },
    { label: 'Photo', icon: Camera, onSelect: () => act('photo') },
    { label: 'Statement', icon: FileText, onSelect: () => act('statement') },
    { label: 'Roles', icon: Shield, onSelect: () => act('roles') },
    ...(isFormer(member.status) ? [] : [{ label: 'Change status', icon: UserCheck, onSelect: () => act('status') }]),
    { label: 'New activation code', icon: KeyRound, onSelect: () => act('activation') },
    { label: isFormer(member.status) ? 'Settlement' : 'Leave the society', icon: LogOut, onSelect: () => leave() },
    'divider',
    { label: 'Delete', icon: Trash2, danger: true, onSelect: () => act('delete') },
  ]
}
