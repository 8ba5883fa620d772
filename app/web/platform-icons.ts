import { Activity, LayoutDashboard, Mail, ScrollText, ShieldCheck } from 'lucide'
import type { MenuIcons } from './navigation.ts'

/** The pictures in the menu of the super administrator, in a file that only their area loads. */
export const platformIcons: MenuIcons<'superadmin'> = { Activity, LayoutDashboard, Mail, ScrollText, ShieldCheck }
