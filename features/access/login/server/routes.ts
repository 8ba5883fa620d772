import { nameAccountHolder as nameAccountHolderContract } from '#features/access/login/account-holder.ts'
import * as own from '#features/access/login/own-login.ts'
import * as second from '#features/access/login/second-factors.ts'
import * as contract from '#features/access/login/contract.ts'
import { bind, bindOpen } from '#platform/http/bind.ts'
import { addPasskey } from './add-passkey.ts'
import { challengeIdentity } from './challenge-identity.ts'
import { challengeSecondStep } from './challenge-second-step.ts'
import { changePassword } from './change-password.ts'
import { confirmAuthenticator } from './confirm-authenticator.ts'
import { endOtherSessions } from './end-other-sessions.ts'
import { endSession } from './end-session.ts'
import { forgotPassword } from './forgot-password.ts'
import { linkIdentity } from './link-identity.ts'
import { loginCooperative } from './login-cooperative.ts'
import { loginMember } from './login-member.ts'
import { loginSuperAdmin } from './login-super-admin.ts'
import { logoutSession } from './logout-session.ts'
import { nameAccountHolder } from './name-account-holder.ts'
import { openSecondStep } from './open-second-step.ts'
import { openSignIn } from './open-sign-in.ts'
import { proveIdentity } from './prove-identity.ts'
import { proveLogin } from './prove-login.ts'
import { getProviders, getSecondFactor, listIdentities, listSessions } from './queries.ts'
import { refreshSession } from './refresh-session.ts'
import { removeAuthenticator } from './remove-authenticator.ts'
import { removePasskey } from './remove-passkey.ts'
import { resetPassword } from './reset-password.ts'
import { returnFromSignIn } from './return-from-sign-in.ts'
import { sendLoginCode } from './send-login-code.ts'
import { startAuthenticator } from './start-authenticator.ts'
import { startPasskey } from './start-passkey.ts'
import { startSignIn } from './start-sign-in.ts'
import { switchMembership } from './switch-membership.ts'
import { unlinkIdentity } from './unlink-identity.ts'

export const sessionRoutes = [
  bindOpen(contract.loginCooperative, loginCooperative),
  bindOpen(contract.loginMember, loginMember),
  bindOpen(contract.loginSuperAdmin, loginSuperAdmin),
  bindOpen(contract.switchMembership, switchMembership),
  bindOpen(contract.refreshSession, refreshSession),
  bindOpen(contract.logout, logoutSession),
  bindOpen(contract.forgotPassword, forgotPassword),
  bindOpen(contract.resetPassword, resetPassword),
  bind(nameAccountHolderContract, nameAccountHolder),
  bindOpen(own.changePassword, changePassword),
  bindOpen(own.sendLoginCode, sendLoginCode),
  bindOpen(own.proveLogin, proveLogin),
  bindOpen(own.listSessions, listSessions),
  bindOpen(own.endSession, endSession),
  bindOpen(own.endOtherSessions, endOtherSessions),
  bindOpen(own.getProviders, getProviders),
  bindOpen(own.startSignIn, startSignIn),
  bindOpen(own.returnFromSignIn, returnFromSignIn),
  bindOpen(own.openSignIn, openSignIn),
  bindOpen(own.listIdentities, listIdentities),
  bindOpen(own.linkIdentity, linkIdentity),
  bindOpen(own.unlinkIdentity, unlinkIdentity),
  bindOpen(second.challengeSecondStep, challengeSecondStep),
  bindOpen(second.openSecondStep, openSecondStep),
  bindOpen(second.getSecondFactor, getSecondFactor),
  bindOpen(second.startAuthenticator, startAuthenticator),
  bindOpen(second.confirmAuthenticator, confirmAuthenticator),
  bindOpen(second.removeAuthenticator, removeAuthenticator),
  bindOpen(second.startPasskey, startPasskey),
  bindOpen(second.addPasskey, addPasskey),
  bindOpen(second.removePasskey, removePasskey),
  bindOpen(second.challengeIdentity, challengeIdentity),
  bindOpen(second.proveIdentity, proveIdentity),
]
