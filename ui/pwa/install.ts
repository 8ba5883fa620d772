import { toast } from '#ui/toast.ts'
import { installation, isApple, isInstalled } from './installation.ts'
import * as strings from './strings.ts'

/** For a button: asks where the browser can, otherwise says what remains to be done by hand. */
export async function install(): Promise<void> {
  if (await installation.ask()) return
  if (isApple() && !isInstalled()) toast(strings.pressShareAtTheBottom)
  else toast(strings.pwaCanBeInstalledFrom)
}
