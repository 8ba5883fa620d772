import { Dialog } from '#ui/Dialog.tsx'
import { Facts } from '#ui/Facts.tsx'
import { shortcutsOf } from './keys.ts'
import type { Area } from './navigation.ts'
import * as strings from './strings.ts'

/** What the keyboard can do here. */
export function ShortcutList({ area, onClose }: { area: Area; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={strings.keyboardShortcuts} description={strings.theyWorkEverywhereButIn}>
      <KeyList area={area} />
    </Dialog>
  )
}

export function KeyList({ area }: { area: Area }) {
  return (
    <Facts
      items={[
        { label: strings.search, value: keys(strings.ctrlK, '/') },
        ...shortcutsOf(area).map(({ label, keys: pair }) => ({ label, value: keys(pair) })),
        { label: strings.closeTheOpenTab, value: keys(strings.altW) },
        { label: strings.showShortcuts, value: keys('?') },
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
