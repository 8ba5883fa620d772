import { Activity, LayoutDashboard, Mail, ScrollText, ShieldCheck } from 'lucide'
import type { NavigationLink } from './navigation.ts'

/** The sidebar of the super administrator from top to bottom. */
export const platformNavigation: NavigationLink[] = [
  { label: 'Dashboard', icon: LayoutDashboard, to: '/superadmin/dashboard' },
  { label: 'Messages', icon: Mail, to: '/superadmin/messages' },
  { label: 'Audit trail', icon: ScrollText, to: '/superadmin/audit' },
  { label: 'Health', icon: Activity, to: '/superadmin/health' },
  { label: 'Security', icon: ShieldCheck, to: '/superadmin/security' },
]
