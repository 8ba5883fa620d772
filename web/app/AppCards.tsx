import { Download } from 'lucide'
import { PushCard } from '#features/access/push/web/PushCard.tsx'
import { install } from '#web/pwa/install.ts'
import { may } from '#web/session/may.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { useHiddenBalances } from '#web/ui/hidden-balances.ts'
import { Select } from '#web/ui/Select.tsx'
import { type Theme, useThemeChoice } from '#web/ui/theme.ts'
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
              { value: 'system', label: strings.asTheDevice },
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
