import { Dialog } from '#web/ui/Dialog.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { shortcutsOf } from './keys.ts'
import type { Area } from './navigation.ts'

/** What the keyboard can do here. */
export function ShortcutList({ area, onClose }: { area: Area; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Keyboard shortcuts"
      description="They work everywhere but in a text field. A pair is two keys, one after the other."
    >
      <KeyList area={area} />
    </Dialog>
  )
}

export function KeyList({ area }: { area: Area }) {
  return (
    <Facts
      items={[
        { label: 'Search', value: keys('Ctrl K', '/') },
        ...shortcutsOf(area).map(({ label, keys: pair }) => ({ label, value: keys(pair) })),
        { label: 'Close the open tab', value: keys('Alt W') },
        { label: 'The list of shortcuts', value: keys('?') },
      ]}
    />
  )
}

function keys(...ways: string[]) {
  return (
    <span className="row">
      {ways.map((way) => (
        <kbd key={way}>{way}</kbd>
      ))}
    </span>
  )
}
