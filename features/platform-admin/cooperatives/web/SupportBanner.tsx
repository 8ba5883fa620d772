import { go } from '#ui/router/place.ts'
import { logOut } from '#ui/session/log-out.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { timeText } from '#ui/format.ts'
import './SupportBanner.css'

/** On every page of a cooperative that support looks at. */
export function SupportBanner({ name, until }: { name: string; until: string }) {
  function leave() {
    logOut()
    void go('/super-admin/login')
  }
  return (
    <div className="support-banner">
      <Banner
        tone="warning"
        title={`You see ${name} as Ajose support until ${timeText(new Date(until))}`}
        actions={
          <Button size="small" onClick={leave}>
            Leave
          </Button>
        }
      >
        You can read, not change. Each page that you open is in their audit trail.
      </Banner>
    </div>
  )
}
