import { Moon, Sun } from 'lucide'
import { IconButton } from './Button.tsx'
import { useTheme } from './theme.ts'

export function ThemeToggle() {
  const [theme, setTheme] = useTheme()
  return theme === 'dark' ? (
    <IconButton icon={Sun} label="Light theme" onClick={() => setTheme('light')} />
  ) : (
    <IconButton icon={Moon} label="Dark theme" onClick={() => setTheme('dark')} />
  )
}
