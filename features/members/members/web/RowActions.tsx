import { HandCoins, Pencil, Shield, Trash2 } from 'lucide'
import type { Replied } from '#core/contract/endpoint.ts'
import type { listMembers } from '#features/members/members/contract.ts'
import type { MenuItem } from '#ui/Menu.tsx'

export type RegisterRow = Replied<typeof listMembers>
export type ActOnRow = (what: 'edit' | 'roles' | 'delete' | 'contribute', row: RegisterRow) => void

/** What can be done with one member without opening their page. */
export function rowActions(row: RegisterRow, act: ActOnRow): MenuItem[] {
  return [
    {
      label: 'Record contribution',
      icon: HandCoins,
      onSelect: () => act('contribute', row),
      needs: 'contribution.post',
      disabled: row.status !== 'active',
    },
    { label: 'Edit', icon: Pencil, onSelect: () => act('edit', row), needs: 'member.update' },
    { label: 'Roles', icon: Shield, onSelect: () => act('roles', row), needs: 'member.roles' },
    'divider',
    { label: 'Delete', icon: Trash2, danger: true, onSelect: () => act('delete', row), needs: 'member.delete' },
  ]
}
