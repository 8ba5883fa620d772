import { Activity, LayoutDashboard, Mail, ScrollText, ShieldCheck } from 'lucide'
import type { NavigationLink } from './navigation.ts'
import * as strings from './strings.ts'

/** The sidebar of the super administrator from top to bottom. */
export const platformNavigation: NavigationLink[] = [
  { label: strings.dashboard, icon: LayoutDashboard, to: '/superadmin/dashboard' },
  { label: strings.messages, icon: Mail, to: '/superadmin/messages' },
  { label: strings.auditTrail, icon: ScrollText, to: '/superadmin/audit' },
  { label: strings.health, icon: Activity, to: '/superadmin/health' },
  { label: strings.security, icon: ShieldCheck, to: '/superadmin/security' },
]
