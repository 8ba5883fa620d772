import { registerCooperative as contract } from '#features/society/registration/contract.ts'
import { bindOpen } from '#platform/http/bind.ts'
import { registerCooperative } from './register-cooperative.ts'

export const registrationRoutes = [bindOpen(contract, registerCooperative)]
