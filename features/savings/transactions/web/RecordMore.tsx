import { EllipsisVertical } from 'lucide'
import type { recordedTypes } from '#features/savings/transactions/rules/movement-types.ts'
import { Button } from '#ui/Button.tsx'
import { Menu } from '#ui/Menu.tsx'

/** What is recorded less often than deposits and withdrawals. */
const more = [
  { type: 'expense', label: 'Record expense' },
  { type: 'income', label: 'Record other income' },
  { type: 'transfer', label: 'Transfer savings' },
  { type: 'share_purchase', label: 'Buy shares' },
  { type: 'share_transfer', label: 'Transfer shares' },
  { type: 'share_redemption', label: 'Redeem shares' },
  { type: 'charge', label: 'Charge or fine' },
  { type: 'journal', label: 'Journal' },
] as const

export function RecordMore({ onChoose }: { onChoose: (type: (typeof recordedTypes)[number]) => void }) {
  return (
    <Menu
      label="More to record"
      items={more.map(({ type, label }) => ({ label, onSelect: () => onChoose(type) }))}
      trigger={(props) => (
        <Button icon={EllipsisVertical} {...props}>
          More
        </Button>
      )}
    />
  )
}
