import { Download } from 'lucide'
import { PushCard } from '#features/access/push/web/PushCard.tsx'
import { install } from '#ui/pwa/install.ts'
import { may } from '#ui/session/may.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { useHiddenBalances } from '#ui/hidden-balances.ts'
import { Select } from '#ui/Select.tsx'
import { type Theme, useThemeChoice } from '#ui/theme.ts'
import { KeyList } from './ShortcutList.tsx'
import * as strings from './strings.ts'

/** How the app looks and behaves on this device. */
export function AppCards({ area }: { area: 'coop' | 'member' }) {
  const [theme, setTheme] = useThemeChoice()
  const [hidden, setHidden] = useHiddenBalances()
  return (
    <>
      <Card title={strings.appearance} description={strings.forThisDeviceOnly}>
        <div className="stack">
          <Select<Theme | 'system'>
            label={strings.theme}
            value={theme}
            onChange={(next) => setTheme(next || 'system')}
            options={[
              { value: 'system', label: strings.systemTheme },
              { value: 'light', label: strings.light },
              { value: 'dark', label: strings.dark },
            ]}
          />
          {area === 'member' && (
            <Checkbox label={strings.hideBalancesOnMyDashboard} checked={hidden} onChange={setHidden} />
          )}
        </div>
      </Card>
      {may('notification.read') && <PushCard />}
      <Card title={strings.theApp} description={strings.installedItOpensFromYour}>
        <Button icon={Download} onClick={() => void install()}>
          {strings.installApp}
        </Button>
      </Card>
      <Card title={strings.keyboardShortcuts} description={strings.theyWorkEverywhereButIn}>
        <KeyList area={area} />
      </Card>
    </>
  )
}
