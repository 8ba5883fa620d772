import { registerCooperative as contract } from '#contract/society/registration.ts'
import { bindOpen } from '#server/http/bind.ts'
import { registerCooperative } from './register-cooperative.ts'

export const registrationRoutes = [bindOpen(contract, registerCooperative)]
