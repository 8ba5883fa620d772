import * as contract from '#contract/sessions.ts'
import { bindOpen } from '#server/http/bind.ts'
import { forgotPassword } from './forgot-password.ts'
import { loginCooperative } from './login-cooperative.ts'
import { loginMember } from './login-member.ts'
import { loginSuperAdmin } from './login-super-admin.ts'
import { logoutSession } from './logout-session.ts'
import { refreshSession } from './refresh-session.ts'
import { resetPassword } from './reset-password.ts'
import { switchMembership } from './switch-membership.ts'

export const sessionRoutes = [
  bindOpen(contract.loginCooperative, loginCooperative),
  bindOpen(contract.loginMember, loginMember),
  bindOpen(contract.loginSuperAdmin, loginSuperAdmin),
  bindOpen(contract.switchMembership, switchMembership),
  bindOpen(contract.refreshSession, refreshSession),
  bindOpen(contract.logout, logoutSession),
  bindOpen(contract.forgotPassword, forgotPassword),
  bindOpen(contract.resetPassword, resetPassword),
]
