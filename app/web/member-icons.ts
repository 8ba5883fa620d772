import { Banknote, Bell, HandCoins, Handshake, LayoutDashboard, ScrollText, Settings, UserRound } from 'lucide'
import type { MenuIcons } from './navigation.ts'

/** The pictures in the menu of members, in a file that only their area loads. */
export const memberIcons: MenuIcons<'member'> = {
  Banknote,
  Bell,
  HandCoins,
  Handshake,
  LayoutDashboard,
  ScrollText,
  Settings,
  UserRound,
}
