import { toast } from '#web/ui/toast.ts'
import { installation, isApple, isInstalled } from './installation.ts'

/** For a button: asks where the browser can, otherwise says what remains to be done by hand. */
export async function install(): Promise<void> {
  if (await installation.ask()) return
  if (isApple() && !isInstalled()) toast('Press Share at the bottom of Safari, then Add to Home Screen.')
  else toast('PWA can be installed from browser menu or is already installed.')
}
