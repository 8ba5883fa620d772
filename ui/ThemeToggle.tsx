import { Moon, Sun } from 'lucide'
import { IconButton } from './Button.tsx'
import { useTheme } from './theme.ts'
import * as strings from './strings.ts'

export function ThemeToggle() {
  const [theme, setTheme] = useTheme()
  return theme === 'dark' ? (
    <IconButton icon={Sun} label={strings.lightTheme} onClick={() => setTheme('light')} />
  ) : (
    <IconButton icon={Moon} label={strings.darkTheme} onClick={() => setTheme('dark')} />
  )
}
