import { Download } from 'lucide'
import { PushCard } from '#web/features/access/push/PushCard.tsx'
import { install } from '#web/pwa/install.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { useHiddenBalances } from '#web/ui/hidden-balances.ts'
import { Select } from '#web/ui/Select.tsx'
import { type Theme, useThemeChoice } from '#web/ui/theme.ts'
import { KeyList } from './ShortcutList.tsx'

/** How the app looks and behaves on this device. */
export function AppCards({ area }: { area: 'coop' | 'member' }) {
  const [theme, setTheme] = useThemeChoice()
  const [hidden, setHidden] = useHiddenBalances()
  return (
    <>
      <Card title="Appearance" description="For this device only.">
        <div className="stack">
          <Select<Theme | 'system'>
            label="Theme"
            value={theme}
            onChange={(next) => setTheme(next || 'system')}
            options={[
              { value: 'system', label: 'As the device' },
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
          />
          {area === 'member' && (
            <Checkbox label="Hide balances on my dashboard" checked={hidden} onChange={setHidden} />
          )}
        </div>
      </Card>
      <PushCard />
      <Card title="The app" description="Installed, it opens from your home screen and starts without a network.">
        <Button icon={Download} onClick={() => void install()}>
          Install app
        </Button>
      </Card>
      <Card
        title="Keyboard shortcuts"
        description="They work everywhere but in a text field. A pair is two keys, one after the other."
      >
        <KeyList area={area} />
      </Card>
    </>
  )
}
