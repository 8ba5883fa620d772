import {
  CalendarClock,
  Camera,
  FileText,
  KeyRound,
  LogOut,
  MonitorX,
  Pencil,
  QrCode,
  Shield,
  Trash2,
  UserCheck,
} from 'lucide'
import type { Replied } from '#core/contract/endpoint.ts'
import type { getMember } from '#features/members/members/member-details.ts'
import { isFormer } from '#features/members/members/rules/member.ts'
import type { MenuItem } from '#ui/Menu.tsx'

export type MemberAct =
  | 'edit'
  | 'photo'
  | 'statement'
  | 'code'
  | 'roles'
  | 'status'
  | 'activation'
  | 'inPerson'
  | 'readmit'
  | 'logout'
  | 'due'
  | 'delete'

/** What an officer can do to the member whose page is open. */
export function memberActions(
  member: Replied<typeof getMember>,
  act: (what: MemberAct) => void,
  leave: () => void,
): MenuItem[] {
  return [
    { label: 'Edit', icon: Pencil, onSelect: () => act('edit'), needs: 'member.update' },
    { label: 'Photo', icon: Camera, onSelect: () => act('photo'), needs: 'member.update' },
    { label: 'Statement', icon: FileText, onSelect: () => act('statement') },
    { label: 'Payment code', icon: QrCode, onSelect: () => act('code') },
    { label: 'Contributions due from', icon: CalendarClock, onSelect: () => act('due'), needs: 'member.update' },
    { label: 'Roles', icon: Shield, onSelect: () => act('roles'), needs: 'member.roles' },
    ...(isFormer(member.status)
      ? member.status === 'left'
        ? [{ label: 'Readmit', icon: UserCheck, onSelect: () => act('readmit'), needs: 'member.create' as const }]
        : []
      : [{ label: 'Change status', icon: UserCheck, onSelect: () => act('status'), needs: 'member.update' as const }]),
    { label: 'New activation code', icon: KeyRound, onSelect: () => act('activation'), needs: 'member.update' },
    ...(member.phone === null && member.activated && member.loginProof === null
      ? [
          {
            label: 'Confirm in person',
            icon: UserCheck,
            onSelect: () => act('inPerson'),
            needs: 'member.update' as const,
          },
        ]
      : []),
    { label: 'Log out everywhere', icon: MonitorX, onSelect: () => act('logout'), needs: 'member.update' },
    {
      label: isFormer(member.status) ? 'Settlement' : 'Leave the society',
      icon: LogOut,
      onSelect: () => leave(),
      needs: 'leaving.read',
    },
    'divider',
    { label: 'Delete', icon: Trash2, danger: true, onSelect: () => act('delete'), needs: 'member.delete' },
  ]
}
